package site.ycsb.tls.session;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.option.AlsoWithTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.OfferProcess;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.JavaInstallation;
import site.ycsb.tls.property.run.RunProperties;

/**
 * Whether the JVMs that will connect can offer what they are to pin: suite, group, key. It is asked
 * before anything is started for them. An update of a JDK has groups that another one lacks, so
 * each Java is asked itself.
 */
public final class ClientOffers {
  /** What a pin is made of; no file, and no password. */
  private static final List<String> NAMES =
      TlsProperties.ALL.stream()
          .filter(p -> p.is(TlsProperties.Kind.AXIS) || p.equals(TlsProperties.LEGACY))
          .map(Property::name)
          .toList();

  private ClientOffers() {}

  /**
   * Refuses pins that new processes of this Java cannot offer. This process's TLS is asked where it
   * is the same Java's; what it cannot offer, a new process is asked for (half a second).
   *
   * @param jvmArguments of the processes; their system properties count, and those that {@code
   *     tls.also} adds
   * @param properties of each run; those without TLS are left alone
   * @throws UsageException with what that Java can offer
   */
  public static void require(
      JavaInstallation java, List<String> jvmArguments, Collection<Map<String, String>> properties)
      throws IOException, InterruptedException {
    Map<List<String>, List<Map<String, String>>> runs =
        properties.stream().collect(Collectors.groupingBy(AlsoWithTls::jvmArguments));
    for (Map.Entry<List<String>, List<Map<String, String>>> alike : runs.entrySet()) {
      List<String> own = alike.getKey();
      requireOf(
          java,
          Stream.of(jvmArguments, own).flatMap(List::stream).toList(),
          java.runsThis() && own.isEmpty(),
          pins(alike.getValue()));
    }
  }

  /**
   * @param likeThis whether the processes are as this one
   */
  private static void requireOf(
      JavaInstallation java,
      List<String> jvmArguments,
      boolean likeThis,
      List<Map<String, String>> pins)
      throws IOException, InterruptedException {
    List<Map<String, String>> open =
        pins.stream().filter(pin -> !(likeThis && isOfferedHere(pin))).toList();
    // A process has one of these settings.
    Map<List<String>, List<Map<String, String>>> processes =
        open.stream().collect(Collectors.groupingBy(ClientOffers::ofProcess));
    for (List<Map<String, String>> alike : processes.values()) {
      Optional<String> refusal = refusal(java, jvmArguments, alike);
      if (refusal.isPresent()) {
        throw new UsageException(
            java.runsThis()
                ? refusal.get()
                : "%s=%s: %s".formatted(RunProperties.CLIENT_JAVA, java.home(), refusal.get()));
      }
    }
  }

  /**
   * The same for this process itself, before its first use of TLS: before Java 20 the pinned group
   * becomes the only one of the process, and TLS that does not have it cannot even be loaded. Newer
   * ones say it themselves when they are asked.
   *
   * @param jvmArguments of this process
   */
  public static void requireBeforeTls(List<String> jvmArguments, Map<String, String> properties)
      throws IOException, InterruptedException {
    Optional<NamedGroup> group = TlsOptions.parse(properties).flatMap(tls -> tls.pin().group());
    if (Runtime.version().feature() < 20 && group.filter(NamedGroup::isHybrid).isPresent()) {
      Optional<String> refusal =
          refusal(JavaInstallation.running(), jvmArguments, pins(List.of(properties)));
      if (refusal.isPresent()) {
        throw new UsageException(refusal.get());
      }
    }
  }

  private static List<Map<String, String>> pins(Collection<Map<String, String>> properties) {
    return properties.stream()
        .filter(run -> run.containsKey(TlsProperties.CIPHER.name()))
        .map(
            run -> {
              Map<String, String> pin = new LinkedHashMap<>();
              NAMES.stream().filter(run::containsKey).forEach(name -> pin.put(name, run.get(name)));
              return pin;
            })
        .distinct()
        .toList();
  }

  private static List<String> ofProcess(Map<String, String> pin) {
    return Stream.of(TlsProperties.LEGACY, TlsProperties.CERTIFICATE_COMPRESSION)
        .map(property -> pin.getOrDefault(property.name(), ""))
        .toList();
  }

  private static boolean isOfferedHere(Map<String, String> pin) {
    TlsOptions options = TlsOptions.parse(pin).orElseThrow();
    try {
      if (!options.legacy()) {
        JvmSuites.requireOffer(options);
      }
      return !options.legacy();
    } catch (UsageException e) {
      return false;
    }
  }

  /** Of the first that is refused; empty too where that Java does not start: a run says why. */
  private static Optional<String> refusal(
      JavaInstallation java, List<String> jvmArguments, List<Map<String, String>> pins)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(java.launcher().toString()));
    jvmArguments.stream().filter(argument -> argument.startsWith("-D")).forEach(command::add);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), OfferProcess.class.getName()));
    for (Map<String, String> pin : pins) {
      if (!pin.equals(pins.get(0))) {
        command.add(OfferProcess.NEXT);
      }
      pin.forEach((name, value) -> command.add(name + "=" + value));
    }
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader lines = process.inputReader();
        Stream<String> answers = lines.lines()) {
      // All of them: where nobody reads on, a process waits for room in its pipe and does not end.
      List<String> refusals =
          answers
              .filter(line -> line.startsWith(OfferProcess.ANSWER))
              .map(line -> line.substring(OfferProcess.ANSWER.length()))
              .filter(answer -> !answer.isEmpty())
              .toList();
      process.waitFor();
      return refusals.stream().findFirst();
    } finally {
      process.destroyForcibly();
    }
  }
}
