package site.ycsb.tls;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import site.ycsb.tls.socket.PinnedTransport;
import site.ycsb.tls.socket.PlainTransport;

/** Who may know whom: docs/decisions/structure.md#modules-and-their-directions. */
@AnalyzeClasses(packages = "site.ycsb.tls", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesKnowOnlyWhatStandsLeftOfThem =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("binding")
          .definedBy("site.ycsb.tls.binding..")
          .layer("measurement")
          .definedBy("site.ycsb.tls.measurement..")
          .layer("servers")
          .definedBy("site.ycsb.tls.servers..")
          .layer("engine")
          .definedBy("site.ycsb.tls.engine..")
          .layer("workload")
          .definedBy("site.ycsb.tls.workload..")
          .layer("comparison")
          .definedBy("site.ycsb.tls.comparison..")
          .layer("statistics")
          .definedBy("site.ycsb.tls.statistics..")
          .layer("study")
          .definedBy("site.ycsb.tls.study..")
          .layer("cost")
          .definedBy("site.ycsb.tls.cost..")
          .layer("fleet")
          .definedBy("site.ycsb.tls.fleet..")
          .layer("history")
          .definedBy("site.ycsb.tls.history..")
          .layer("session")
          .definedBy("site.ycsb.tls.session..")
          .layer("cli")
          .definedBy("site.ycsb.tls.cli..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("session")
          .mayOnlyBeAccessedByLayers("comparison", "cli")
          .whereLayer("fleet")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("comparison")
          .mayOnlyBeAccessedByLayers("history", "study", "cost", "fleet", "cli")
          .whereLayer("history")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("cost")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("study")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("workload")
          .mayOnlyBeAccessedByLayers("session", "cli")
          .whereLayer("statistics")
          .mayOnlyBeAccessedByLayers("engine", "comparison", "history", "study", "cost", "cli")
          .whereLayer("engine")
          .mayOnlyBeAccessedByLayers("workload", "comparison", "session", "fleet", "cli")
          .whereLayer("servers")
          .mayOnlyBeAccessedByLayers("comparison", "history", "study", "cost", "session", "cli")
          .whereLayer("measurement")
          .mayOnlyBeAccessedByLayers(
              "engine", "workload", "servers", "comparison", "history", "cost", "fleet", "cli");

  /** Or a socket setting reaches the one and not the other. */
  @ArchTest
  static final ArchRule plainAndPinnedTransportsAreMadeInOnePlace =
      noClasses()
          .that()
          .resideOutsideOfPackages("site.ycsb.tls.socket..", "site.ycsb.tls.jvm..")
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(PlainTransport.class, PinnedTransport.class);

  /** A document is one of anybody's figures. */
  @ArchTest
  static final ArchRule documentsKnowNothingElseOfThisProgram =
      noClasses()
          .that()
          .resideInAPackage("site.ycsb.tls.document..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("site.ycsb.tls..")
                  .and(resideOutsideOfPackage("site.ycsb.tls.document..")));

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles =
      slices().matching("site.ycsb.tls.(*)..").should().beFreeOfCycles();

  /** The same, looked at more closely. */
  @ArchTest
  static final ArchRule partsOfPackagesAreFreeOfCycles =
      slices().matching("site.ycsb.tls.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule commandsDoNotKnowWhoCallsThem =
      noClasses()
          .that()
          .resideInAPackage("site.ycsb.tls.cli.*")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("site.ycsb.tls.cli");
}
