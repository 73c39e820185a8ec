#!/usr/bin/env bash
# Guess:  a 95 percent interval by scipy's `bootstrap`, with its default method (BCa), leaves out the true mean of six differences
#         in one of twenty cases, or a few more, as they are few.
# So:     In 12 to 15 of a hundred, by each of its three methods, with differences of a normal distribution. Two servers that
#         cost the same are told apart in one of seven comparisons of six runs each. It warns of nothing. With three runs
#         it is one of three or four; with 30 nearly what it says. Student's interval, which is older and one line, is right.
# Seen:   30 November 2026, scipy 1.17.1, numpy 2.4, 1,000 cases each, percent: 12.1, 14.7, 13.9 (percentile, basic, BCa), Student 4.9;
#         three differences 28, thirty 5.7 (BCa).
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
python_with statistics scipy==1.17.1
cat >cases.py <<'PYTHON'
import warnings
import numpy
from scipy import stats
warnings.simplefilter("ignore")
random = numpy.random.default_rng(20261130)
def left_out(runs, method, cases=1000):
    n = 0
    for differences in random.normal(size=(cases, runs)):
        interval = stats.bootstrap((differences,), numpy.mean, n_resamples=1999, method=method, rng=random).confidence_interval
        n += not interval.low <= 0 <= interval.high
    return n / cases * 100
for runs in 3, 6, 30:
    for method in "percentile", "basic", "BCa": print(runs, method, left_out(runs, method))
    print(runs, "student", numpy.mean(stats.ttest_1samp(random.normal(size=(20000, runs)), 0, axis=1).pvalue < 0.05) * 100)
PYTHON
statistics/bin/python cases.py >run.txt 2>run.err || missing "the trial failed: $(tail -1 run.err)"
of() { sed -n "s/^$1 $2 //p" run.txt; }
for method in percentile basic BCa; do
  check_between "six differences, $method: percent of the 95 percent intervals without the true mean" 9 18 "$(of 6 $method)"
done
check_between "Student's" 3.5 6.5 "$(of 6 student)"
check_between "three differences, BCa" 18 45 "$(of 3 BCa)"
check_between "thirty, BCa" 3.5 9 "$(of 30 BCa)"
finish
