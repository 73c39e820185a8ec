package site.ycsb.tls.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import site.ycsb.tls.binding.OltpClient.Query;
import site.ycsb.tls.binding.PropertyDoc;

/** The properties of this program's workloads; those of {@code CoreWorkload} are YCSB's. */
public final class WorkloadProperties {
  /** {@code CoreWorkload}'s. */
  public static final List<PropertyDoc> CORE =
      List.of(
          new PropertyDoc("table", "usertable", "name of the table"),
          new PropertyDoc("fieldcount", "10", "fields of a record"),
          new PropertyDoc("fieldnameprefix", "field", "what the names of fields begin with"),
          new PropertyDoc("fieldlength", "100", "length of a field, bytes; the longest one"),
          new PropertyDoc("minfieldlength", "1", "length of the shortest field, bytes"),
          new PropertyDoc(
              "fieldlengthdistribution", "constant", "constant, uniform, zipfian or histogram"),
          new PropertyDoc("fieldlengthhistogram", "hist.txt", "file with the histogram"),
          new PropertyDoc("readallfields", "true", "true: a read asks for all fields"),
          new PropertyDoc("readallfieldsbyname", "false", "true: it names all of them"),
          new PropertyDoc("writeallfields", "false", "true: an update writes all fields"),
          new PropertyDoc("dataintegrity", "false", "true: reads verify what they get"),
          new PropertyDoc("readproportion", "0.95", "share of reads"),
          new PropertyDoc("updateproportion", "0.05", "share of updates"),
          new PropertyDoc("insertproportion", "0", "share of inserts"),
          new PropertyDoc("scanproportion", "0", "share of scans"),
          new PropertyDoc("readmodifywriteproportion", "0", "share of read-modify-writes"),
          new PropertyDoc(
              "requestdistribution",
              "uniform",
              "uniform, zipfian, latest, sequential, hotspot or exponential"),
          new PropertyDoc("hotspotdatafraction", "0.2", "of hotspot: share of the hot records"),
          new PropertyDoc("hotspotopnfraction", "0.8", "of hotspot: share of their operations"),
          new PropertyDoc("exponential.percentile", "95", "of exponential: share of operations, %"),
          new PropertyDoc(
              "exponential.frac", "0.8571428571", "of exponential: share of records they go to"),
          new PropertyDoc("minscanlength", "1", "records of the shortest scan"),
          new PropertyDoc("maxscanlength", "1000", "records of the longest scan"),
          new PropertyDoc("scanlengthdistribution", "uniform", "uniform or zipfian"),
          new PropertyDoc("insertorder", "hashed", "hashed or ordered: the order of the keys"),
          new PropertyDoc("zeropadding", "1", "digits of a key's number, at least"),
          new PropertyDoc(
              "core_workload_insertion_retry_limit", "0", "how often a failed insert is repeated"),
          new PropertyDoc(
              "core_workload_insertion_retry_interval", "3", "time between two attempts, s"));

  /** Those of {@link ConnectionChurnWorkload}. */
  public static final List<PropertyDoc> CHURN =
      List.of(
          new PropertyDoc("churn.operations", "1", "reads per cycle"),
          new PropertyDoc(
              "churn.scope",
              "client",
              "what is new in each cycle: client (a driver may open several connections), or"
                  + " connection (exactly one)"));

  /** Those of {@link OltpReadOnlyWorkload}. */
  public static final List<PropertyDoc> OLTP = oltp();

  private WorkloadProperties() {}

  private static List<PropertyDoc> oltp() {
    List<PropertyDoc> all = new ArrayList<>();
    Arrays.stream(Query.values())
        .map(
            query ->
                new PropertyDoc(
                    query.property(),
                    Long.toString(OltpSettings.usual(query)),
                    query.label() + " queries per transaction"))
        .forEach(all::add);
    all.add(new PropertyDoc(OltpSettings.RANGE_SIZE, "100", "rows of a range"));
    return List.copyOf(all);
  }
}
