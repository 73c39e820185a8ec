#!/usr/bin/env bash
# Guess:  HdrHistogram's correction for coordinated omission gives the same histogram in each of its libraries.
# So:     Not in Python's. For a value of 1,000 and an expected interval of 300 all record 1,000, 700 and 400, the requests
#         that waited at least one interval; Python's records the remainder of 100, too, a request that nobody held up. So a
#         test in which each answer takes 15 ms and one is due each 10 ms has a median of 15 ms in Java, Go and JavaScript
#         and of 5 ms in Python, of twice as many values. And a value above the range, which Java, Go and JavaScript answer
#         with an error, is not counted there, for which record_value() returns False: the slowest handshakes are missing
#         without a word.
# Seen:   29 November 2026, HdrHistogram 2.2.2 (Java), hdrhistogram-go 1.4.0, hdr-histogram-js 3.0.1, hdrhistogram 0.10.8
#         (PyPI).
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac go node
jars jars org.hdrhistogram:HdrHistogram:2.2.2
python_with py hdrhistogram==0.10.8
node_with hdr-histogram-js@3.0.1
cat >Corrected.java <<'JAVA'
import org.HdrHistogram.Histogram;
class Corrected {
  public static void main(String[] arguments) {
    Histogram one = new Histogram(1, 100000, 3), many = new Histogram(1, 100000, 3);
    one.recordValueWithExpectedInterval(1000, 300);
    for (int i = 0; i < 1000; i++) many.recordValueWithExpectedInterval(15, 10);
    String above = "nothing";
    try { one.recordValue(200000); } catch (ArrayIndexOutOfBoundsException e) { above = "an error"; }
    StringBuilder values = new StringBuilder();
    for (int value : new int[] {100, 400, 700, 1000}) if (one.getCountAtValue(value) > 0) values.append(value).append(' ');
    System.out.println(values + "median " + many.getValueAtPercentile(50) + " of " + many.getTotalCount() + ", " + above);
  }
}
JAVA
cat >corrected.py <<'PYTHON'
from hdrh.histogram import HdrHistogram
one, many = HdrHistogram(1, 100000, 3), HdrHistogram(1, 100000, 3)
one.record_corrected_value(1000, 300)
for _ in range(1000): many.record_corrected_value(15, 10)
above = "an error"
try:
    if one.record_value(200000) is False: above = "False"
except Exception: pass
values = " ".join(str(value) for value in (100, 400, 700, 1000) if one.get_count_at_value(value))
print(f"{values} median {many.get_value_at_percentile(50)} of {many.get_total_count()}, {above}")
PYTHON
cat >corrected.js <<'JS'
const { build } = require('hdr-histogram-js');
const options = { lowestDiscernibleValue: 1, highestTrackableValue: 100000, numberOfSignificantValueDigits: 3, autoResize: false };
const one = build(options), many = build(options);
one.recordValueWithExpectedInterval(1000, 300);
for (let i = 0; i < 1000; i++) many.recordValueWithExpectedInterval(15, 10);
const values = one.outputPercentileDistribution().split('\n').map(line => Number(line.trim().split(/\s+/)[0]));
let above = 'nothing';
try { one.recordValue(200000); } catch (e) { above = 'an error'; }
const seen = [100, 400, 700, 1000].filter(value => values.includes(value)).join(' ');
console.log(`${seen} median ${many.getValueAtPercentile(50)} of ${many.totalCount}, ${above}`);
JS
mkdir -p go
cat >go/go.mod <<'GO'
module corrected
go 1.26
GO
cat >go/main.go <<'GO'
package main

import ("fmt"; "github.com/HdrHistogram/hdrhistogram-go")

func main() {
	one, many := hdrhistogram.New(1, 100000, 3), hdrhistogram.New(1, 100000, 3)
	one.RecordCorrectedValue(1000, 300)
	for i := 0; i < 1000; i++ { many.RecordCorrectedValue(15, 10) }
	for _, bar := range one.Distribution() { if bar.Count > 0 { fmt.Print(bar.From, " ") } }
	above := "nothing"
	if one.RecordValue(200000) != nil { above = "an error" }
	fmt.Printf("median %d of %d, %s\n", many.ValueAtQuantile(50), many.TotalCount(), above)
}
GO
javac -cp 'jars/*' -d classes Corrected.java || exit 2
(cd go && export GOFLAGS=-mod=mod GOPATH="$W/gopath" &&
  go get github.com/HdrHistogram/hdrhistogram-go@v1.4.0 && go build -o corrected .) >go.log 2>&1 ||
  missing "Go could not build: $(tail -1 go.log)"
echo "values recorded for 1,000 at an interval of 300; median of 1,000 values of 15 at one of 10; a value above the range"
check Java "400 700 1000 median 15 of 1000, an error" "$(java -cp 'classes:jars/*' Corrected)"
check Go "400 700 1000 median 15 of 1000, an error" "$(go/corrected)"
check JavaScript "400 700 1000 median 15 of 1000, an error" "$(node corrected.js)"
check Python "100 400 700 1000 median 5 of 2000, False" "$(py/bin/python corrected.py)"
finish
