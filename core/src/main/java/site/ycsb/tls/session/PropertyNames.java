package site.ycsb.tls.session;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.InternodeTls;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.pin.NearestNames;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.ReportProperties;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.Scope;
import site.ycsb.tls.property.run.WorkloadProperties;
import site.ycsb.tls.servers.NetworkRelay;
import site.ycsb.tls.servers.Testbed;
import site.ycsb.tls.workload.OltpSettings;

/**
 * Which properties there are for a binding. A name that nothing reads is refused when its namespace
 * (what stands before the first dot) is the program's or the binding's, and when it is nearly one
 * that is read: a misspelled address would start the test server, and that would be measured.
 * Others may be those of a third party's client or workload, and pass.
 */
public final class PropertyNames {
  /** Where a binding has properties beside the program's own. */
  private static final Set<String> SHARED_WITH_BINDINGS = Set.of("testbed", "internode");

  private static final Set<String> BUFFERS =
      Set.of(TlsProperties.SNDBUF.name(), TlsProperties.RCVBUF.name());

  private static final Set<String> OF_FLEET = RunProperties.in(Scope.SET_BY_FLEET);

  private static final Pattern OF_A_VARIANT = Pattern.compile("variants\\.[^.]+\\.(?=.)");

  /** A slip of the finger, or two in a long name. */
  private static final int MOST_SLIPS = 2;

  private static final int LETTERS_PER_SLIP = 4;

  /**
   * What upstream reads and this program does not, or not as a property; by name, or what names
   * begin with.
   */
  private static final Map<String, String> WITHOUT_EFFECT =
      Map.of(
          "db", "name the binding, or the class of a site.ycsb.DB, as the first argument",
          "dotransactions", "use the command load or run",
          "readallfieldsbyname",
              "the workload is that of YCSB 0.17.0, which does not have it; leave it out",
          "spin.sleep", "threads always sleep until their next operation; leave it out",
          "measurement.trackjvm", "run.json has CPU, memory and garbage collection; leave it out",
          "measurement.raw.", "intervals.hlog in results.dir has each second; leave it out",
          "timeseries.", "intervals.hlog in results.dir has each second; leave it out",
          "htrace.", "there is no tracing; leave it out");

  /** Properties that a workload reads with one value of another only. */
  private static final Map<Property<?>, Map.Entry<Property<String>, String>> READ_WITH =
      Map.of(
          WorkloadProperties.HOTSPOTDATAFRACTION,
          Map.entry(WorkloadProperties.REQUESTDISTRIBUTION, "hotspot"),
          WorkloadProperties.HOTSPOTOPNFRACTION,
          Map.entry(WorkloadProperties.REQUESTDISTRIBUTION, "hotspot"),
          WorkloadProperties.EXPONENTIAL_PERCENTILE,
          Map.entry(WorkloadProperties.REQUESTDISTRIBUTION, "exponential"),
          WorkloadProperties.EXPONENTIAL_FRAC,
          Map.entry(WorkloadProperties.REQUESTDISTRIBUTION, "exponential"),
          WorkloadProperties.FIELDLENGTHHISTOGRAM,
          Map.entry(WorkloadProperties.FIELDLENGTHDISTRIBUTION, "histogram"));

  /** The names, each with the topic of the help that explains it. */
  private final Map<String, String> known = new LinkedHashMap<>();

  private final Set<String> namespaces = new HashSet<>();

  /**
   * Those without which something else is measured: plain, other TLS, another network, another
   * load, another Java, the test server, another one, or not its CPU time.
   */
  private final Map<String, Property<?>> decisive = new LinkedHashMap<>();

  /** Why the binding's sockets cannot have buffers; empty if they can. */
  private final Optional<String> withoutBuffers;

  /** Whether all that the binding reads is declared; a third party's client declares nothing. */
  private final boolean complete;

  private PropertyNames(Optional<Binding> binding) {
    List<Property<?>> own = binding.map(Binding::properties).orElse(List.of());
    complete = !own.isEmpty();
    withoutBuffers = binding.flatMap(Binding::withoutBuffers);
    ofProgram().values().forEach(properties -> add(properties, "properties"));
    add(TlsProperties.ALL, "tls");
    add(InternodeTls.ALL, "cassandra");
    add(own, binding.map(Binding::name).orElse(""));
    Stream.of(
            TlsProperties.ALL,
            InternodeTls.ALL,
            NetworkRelay.PROPERTIES,
            Testbed.PROPERTIES,
            own.stream().filter(property -> property.name().startsWith(TestServer.PREFIX)).toList(),
            List.<Property<?>>of(
                RunProperties.TARGET,
                RunProperties.THREADCOUNT,
                RunProperties.CLIENT_JAVA,
                RunProperties.SERVER_CPU,
                RunProperties.SERVER_PID))
        .flatMap(List::stream)
        .filter(property -> !property.type().verbatim())
        .forEach(property -> decisive.put(property.name(), property));
    // Not if the binding takes the server for named whatever is given.
    binding
        .filter(any -> !any.namesServer(Map.of()))
        .ifPresent(
            any ->
                own.stream()
                    .filter(property -> any.namesServer(Map.of(property.name(), "x")))
                    .forEach(property -> decisive.put(property.name(), property)));
    if (binding.isEmpty()) {
      namespaces.removeAll(SHARED_WITH_BINDINGS);
    }
  }

  private void add(List<Property<?>> properties, String topic) {
    Property.names(properties)
        .forEach(
            name -> {
              known.put(name, topic);
              namespace(name).ifPresent(namespaces::add);
            });
  }

  /** Those that a command with this binding understands. */
  public static PropertyNames of(Binding binding) {
    return new PropertyNames(Optional.of(binding));
  }

  /** The same where the binding itself may not be on the class path: its own names pass. */
  public static PropertyNames of(Optional<Binding> binding) {
    return new PropertyNames(binding);
  }

  /** What does not depend on the binding, by headings; {@code tls.*} have a help of their own. */
  public static Map<String, List<Property<?>>> ofProgram() {
    Map<String, List<Property<?>>> all = new LinkedHashMap<>();
    all.put("The run", RunProperties.ALL);
    all.put("The report", ReportProperties.ALL);
    all.put("CoreWorkload", WorkloadProperties.CORE);
    all.put("Connection churn", WorkloadProperties.CHURN);
    all.put("sysbench's read-only transaction", OltpSettings.PROPERTIES);
    all.put("The network", NetworkRelay.PROPERTIES);
    all.put("The test server", Testbed.PROPERTIES);
    return all;
  }

  /** The name without the variant to whom it is given. */
  static String ofAnyVariant(String given) {
    return OF_A_VARIANT.matcher(given).replaceFirst("");
  }

  /** Whether the program or the binding declares it. */
  boolean isDeclared(String name) {
    return known.containsKey(name);
  }

  /**
   * Refuses names that nothing reads, what is given and blank though it decides what is measured,
   * and buffers that the binding's sockets cannot have.
   *
   * @throws UsageException when one of the names is nobody's (the message gives the nearest) or
   *     that of a variant with a dot, has no value and must have one, or has one that would have no
   *     effect
   */
  public void require(Map<String, String> properties) {
    String workload =
        properties.getOrDefault(RunProperties.WORKLOAD.name(), RunOptions.CORE_WORKLOAD);
    boolean ours = complete && workload.startsWith("site.ycsb.");
    Set<String> beside =
        properties.keySet().stream()
            .map(PropertyNames::ofAnyVariant)
            .filter(name -> name.indexOf('.') > 0)
            .collect(Collectors.toSet());
    properties.keySet().stream().sorted().forEach(name -> require(name, ours, beside));
    properties.forEach(this::requireValue);
    withoutBuffers.ifPresent(reason -> refuseBuffers(properties, reason));
  }

  /**
   * Refuses properties that one of this program's workloads does not read: figures would be named
   * by what was not done. Of a third party's workload it is not known.
   *
   * @param names of properties that somebody gave
   * @param before what stands before such a name where it was given, for the message
   * @param ofRun all properties of the run, or those of all runs
   * @throws UsageException with the first of them
   */
  public static void requireRead(
      Collection<String> names, String before, Map<String, String> ofRun) {
    requireReadByOne(names, before, Stream.of(ofRun));
  }

  /**
   * The same of properties that several comparisons get: the workload of one run must read each.
   *
   * @param ofRuns all properties of each run, of one at least
   * @throws UsageException with the first that none of them reads
   */
  public static void requireReadByOne(
      Collection<String> names, String before, Stream<Map<String, String>> ofRuns) {
    Set<String> unread = new TreeSet<>(names);
    Set<String> workloads =
        ofRuns
            .map(
                run ->
                    new TypedProperties(run).get(RunProperties.WORKLOAD, RunOptions.CORE_WORKLOAD))
            .collect(Collectors.toCollection(TreeSet::new));
    workloads.forEach(workload -> unread.retainAll(notRead(workload)));
    String who =
        workloads.size() == 1
            ? "the workload %s does not read it"
            : "none of the workloads %s reads it";
    unread.stream()
        .findFirst()
        .ifPresent(
            name -> {
              throw new UsageException(
                  "%s%s: %s; leave it out, or give the workload that does"
                      .formatted(before, name, who.formatted(String.join(", ", workloads))));
            });
  }

  /**
   * Refuses properties that one of this program's workloads does not read with the values of the
   * others: runs that differ in them only would have the same load, under several names.
   *
   * @param names of properties in which runs differ
   * @param before as above
   * @param ofRun all properties of one of them
   * @throws UsageException with one of them
   */
  public static void requireEffect(
      Collection<String> names, String before, Map<String, String> ofRun) {
    TypedProperties run = new TypedProperties(ofRun);
    if (notRead(run.get(RunProperties.WORKLOAD, RunOptions.CORE_WORKLOAD)).isEmpty()) {
      return; // Of a third party's workload it is not known.
    }
    READ_WITH.forEach(
        (property, other) -> {
          Property<String> choice = other.getKey();
          if (names.contains(property.name()) && !run.get(choice).equals(other.getValue())) {
            throw new UsageException(
                "%s%s has no effect with %s=%s; leave it out, or give %s=%s"
                    .formatted(
                        before, property, choice, run.get(choice), choice, other.getValue()));
          }
        });
  }

  /**
   * Refuses properties that nobody declares, in which runs differ: runs that differ in them only
   * would be the same, under several names. A third party's client or workload may read any name.
   *
   * @param names of properties in which runs differ
   * @param before what stands before such a name where it was given, for the message
   * @param ofRun all properties of one of the runs
   * @throws UsageException with one of them
   */
  public void requireDeclared(Collection<String> names, String before, Map<String, String> ofRun) {
    String workload =
        new TypedProperties(ofRun).get(RunProperties.WORKLOAD, RunOptions.CORE_WORKLOAD);
    if (!complete || notRead(workload).isEmpty()) {
      return;
    }
    names.stream()
        .filter(name -> !isDeclared(name))
        .sorted()
        .findFirst()
        .ifPresent(
            name -> {
              throw new UsageException(
                  "%s%s: nothing reads it, so that runs would differ in name only; expected a property of 'bin/ycsb help properties', such as %s; leave it out, or give another"
                      .formatted(before, name, NearestNames.of(name, known.keySet(), 1).get(0)));
            });
  }

  private static Set<String> notRead(String workload) {
    Stream<List<Property<?>>> others =
        switch (workload) {
          case RunOptions.CORE_WORKLOAD ->
              Stream.of(WorkloadProperties.CHURN, OltpSettings.PROPERTIES);
          case RunOptions.CHURN_WORKLOAD ->
              Stream.of(WorkloadProperties.PROPORTIONS, OltpSettings.PROPERTIES);
          case RunOptions.OLTP_WORKLOAD ->
              Stream.of(WorkloadProperties.OF_RECORDS, WorkloadProperties.CHURN);
          default -> Stream.empty();
        };
    return others.flatMap(List::stream).map(Property::name).collect(Collectors.toSet());
  }

  /** Blank, it counts as absent; a variable that the shell does not know makes it so. */
  private void requireValue(String given, String value) {
    Property<?> property = decisive.get(ofAnyVariant(given));
    if (property != null && value.isBlank()) {
      throw new UsageException(
          "%s= is empty (a variable that is not set?): expected %s; give one, or leave it out, also of files that -P names%s"
              .formatted(
                  given,
                  property.type().values(),
                  property.defaultText().isEmpty() ? "" : " (" + property.defaultText() + ")"));
    }
  }

  private static void refuseBuffers(Map<String, String> properties, String reason) {
    properties.forEach(
        (given, value) -> {
          if (BUFFERS.contains(ofAnyVariant(given))) {
            throw new UsageException("%s=%s: %s; leave it out".formatted(given, value, reason));
          }
        });
  }

  /**
   * Refuses properties that a fleet sets for its agents: given by hand, they would say of a run
   * that so many agents made it.
   *
   * @param names of properties that were given
   * @throws UsageException when there is one
   */
  public static void refuseOwnOfFleet(Collection<String> names) {
    for (String given : names) {
      if (OF_FLEET.contains(ofAnyVariant(given))) {
        throw new UsageException(
            given + ": a fleet sets it for its agents; leave it out (--agents N makes a fleet)");
      }
    }
  }

  /**
   * Refuses values of the program's own properties that a run would refuse, before anything is
   * started for it.
   *
   * @throws UsageException with what is expected
   */
  public static void requireValues(Map<String, String> properties) {
    TypedProperties typed = new TypedProperties(properties);
    ofProgram().values().forEach(all -> all.forEach(typed::given));
  }

  /**
   * @param beside all names that are given: also those of a third party's client, which declares
   *     none
   */
  private void require(String given, boolean complete, Set<String> beside) {
    String name = ofAnyVariant(given);
    if (known.containsKey(name)) {
      return;
    }
    if (!name.equals(given) && isCut(name, complete, beside)) {
      throw new UsageException(
          given
              + ": the name of a variant has no dot; write '-' instead, as in"
              + " variants.java25-0-5.client.java=25.0.5");
    }
    WITHOUT_EFFECT.forEach(
        (upstream, instead) -> {
          if (name.equals(upstream) || (upstream.endsWith(".") && name.startsWith(upstream))) {
            throw new UsageException(given + " is YCSB's and has no effect here: " + instead);
          }
        });
    Optional<String> namespace = namespace(name).filter(namespaces::contains);
    String nearest =
        NearestNames.of(
                name,
                known.keySet().stream()
                    .filter(n -> namespace.isEmpty() || namespace.equals(namespace(n)))
                    .toList(),
                1)
            .get(0);
    if (namespace.isPresent() || (complete && isSlip(name, nearest))) {
      throw new UsageException(
          "unknown property %s; did you mean %s? 'bin/ycsb help %s' lists all"
              .formatted(given, nearest, known.get(nearest)));
    }
  }

  /**
   * Whether it is the end of a variant's name and a property: the name was cut at its first dot. A
   * third party's property may end as those of ours do that have no dot.
   */
  private boolean isCut(String name, boolean complete, Set<String> beside) {
    return Character.isDigit(name.charAt(0))
        || Stream.concat(
                beside.stream(),
                known.keySet().stream().filter(n -> complete || n.indexOf('.') > 0))
            .anyMatch(n -> name.endsWith("." + n));
  }

  private static boolean isSlip(String name, String nearest) {
    return NearestNames.distance(lower(name), lower(nearest))
        <= Math.min(MOST_SLIPS, name.length() / LETTERS_PER_SLIP);
  }

  private static Optional<String> namespace(String name) {
    int dot = name.indexOf('.');
    return dot < 1 ? Optional.empty() : Optional.of(lower(name.substring(0, dot)));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
