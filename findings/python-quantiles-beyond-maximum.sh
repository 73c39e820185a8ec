#!/usr/bin/env bash
# Guess:  a percentile of measured latencies lies between the least and the largest of them.
# So:     Not with `statistics.quantiles` of Python: of 20 latencies, 19 of 1 ms and one of 100, the 99th percentile is
#         178 ms, and of 19 of 1 ms and one of 0.1 the first is negative: below 99 values it goes on beyond the ends in a
#         straight line. numpy, Commons Math and HdrHistogram stay within them, with two different values.
# Seen:   30 November 2026, Python 3.11, numpy 2.4.6, Commons Math 3.6.1, HdrHistogram 2.2.2, JDK 17: 178.21, 81.19,
#         100, 100 ms, and -0.611.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java
python_with python numpy==2.4.6
jars jars org.apache.commons:commons-math3:3.6.1 org.hdrhistogram:HdrHistogram:2.2.2
cat >p.py <<'PYTHON'
import statistics, sys
import numpy
slow, fast = [1.0] * 19 + [100.0], [0.1] + [1.0] * 19
print(round(statistics.quantiles(slow, n=100)[98], 2), round(statistics.quantiles(fast, n=100)[0], 3))
print(round(statistics.quantiles(slow, n=100, method="inclusive")[98], 2), round(float(numpy.percentile(slow, 99)), 2))
print(round(statistics.quantiles([1.0] * 98 + [100.0], n=100)[98], 2))
PYTHON
cat >P.java <<'JAVA'
class P {
  public static void main(String[] args) {
    double[] slow = new double[20];
    java.util.Arrays.fill(slow, 1);
    slow[19] = 100;
    var histogram = new org.HdrHistogram.Histogram(3);
    for (double value : slow) histogram.recordValue((long) value);
    System.out.println(new org.apache.commons.math3.stat.descriptive.rank.Percentile().evaluate(slow, 99) + " "
        + histogram.getValueAtPercentile(99));
  }
}
JAVA
{
  read -r beyond below
  read -r inclusive of_numpy
  read -r of_99
} < <(python/bin/python p.py)
read -r commons hdr < <(java -cp 'jars/*' P.java 2>java.log)
echo "19 latencies of 1 ms and one of 100, the 99th percentile:"
check "statistics.quantiles" 178.21 "$beyond"
check "the same with method='inclusive'" 81.19 "$inclusive"
check "numpy" 81.19 "$of_numpy"
check "Commons Math" 100.0 "$commons"
check "HdrHistogram" 100 "$hdr"
echo "99 latencies, one of 100 ms: the 99th percentile"
check "statistics.quantiles" 100.0 "$of_99"
echo "19 latencies of 1 ms and one of 0.1, the first percentile:"
check "statistics.quantiles" -0.611 "$below"
finish
