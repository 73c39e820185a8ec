#!/usr/bin/env bash
# Guess:  The largest resident memory of a process (ru_maxrss of getrusage, which GNU time, resource and most harnesses show) is at least what it has
#         now, to the page.
# So:     It moves in steps of 128 KB on two processors, and lies some hundred KB below the memory that the process has: the
#         kernel adds a page to a counter of the processor first, and this figure is read from the sum of what has been handed on.
#         A TLS connection of 20 to 50 KB may not be in it, or be 128 KB. smaps_rollup is exact, /proc/PID/status is with Linux 6.18.
# Seen:   30 November 2026, Linux 6.18, two processors, 600 pages touched one after the other: steps of ru_maxrss of 0 or 128 KB, up to 304 to 484 KB less than
#         smaps_rollup; VmRSS and statm moved with each page.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
cat >pages.py <<'PYTHON'
import mmap, re, resource
memory = mmap.mmap(-1, 16 << 20)
kb = lambda file, word: int(re.search(word + r":\s+(\d+)", open("/proc/self/" + file).read())[1])
read = {
    "ru_maxrss": lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
    "VmRSS": lambda: kb("status", "VmRSS"),
    "smaps_rollup": lambda: kb("smaps_rollup", "Rss"),
}
rows = []
for page in range(2000):
    memory[page * 4096] = 1
    rows.append({name: f() for name, f in read.items()})
for name in read:
    steps = [b[name] - a[name] for a, b in zip(rows, rows[1:])]
    below = [r["smaps_rollup"] - r[name] for r in rows]
    print(name, max(steps), sum(s != 0 for s in steps), max(below))
PYTHON
python3 pages.py >pages.txt || missing "no /proc/self/smaps_rollup"
sed 's/^/  largest step in KB, steps in 1,999 pages, KB below smaps_rollup at most: /' pages.txt
read -r _ step steps below < <(grep ru_maxrss pages.txt)
check_between "largest step of ru_maxrss, KB" 64 65536 "$step"
check_between "its steps in 1,999 pages of 4 KB" 0 125 "$steps"
check_between "KB that it lies below smaps_rollup at most" 64 65536 "$below"
read -r _ step steps below < <(grep smaps_rollup pages.txt)
check_between "largest step of smaps_rollup, KB" 4 64 "$step"
finish
