#!/usr/bin/env bash
# Guess:  An agent that may rewrite every class, and a cache of loaded and linked classes, exclude each other.
# So:     They do not, but for one line of the agent's manifest. With Boot-Class-Path, JDK 25 runs the training (JEP 514), ends
#         with exit code 0 and writes no cache: the JVM that puts it together is another one, without the agent, and so has a
#         shorter boot class path than the one that was recorded. With the same classes in -Xbootclasspath/a the cache is
#         written, although an agent saw each class; and then it serves the agent with the manifest, too.
#         JDK 17 refuses to write a dynamic archive (-XX:ArchiveClassesAtExit) with any agent.
# Seen:   27 November 2026, OpenJDK 17.0.19 and 25.0.3, an agent that rewrites nothing, Jackson as the program: 99 % of the
#         loaded classes are from the cache with either agent.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac jar
java25=$(java_of 25 25.0.2.0) || exit 2
jars lib com.fasterxml.jackson.core:jackson-databind:2.20.1
mkdir -p agent app boot
cat >agent/Agent.java <<'JAVA'
import java.lang.instrument.*; import java.security.ProtectionDomain;
public class Agent {
  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(new ClassFileTransformer() {
      public byte[] transform(Module m, ClassLoader l, String name, Class<?> c, ProtectionDomain d, byte[] file) { Seen.classes++; return null; }
    }, true);
  }
}
JAVA
echo 'public class Seen { public static int classes; }' >agent/Seen.java
cat >app/App.java <<'JAVA'
public class App {
  public static void main(String[] arguments) throws Exception {
    System.out.println(new com.fasterxml.jackson.databind.ObjectMapper().readTree("{\"a\":[1,2]}").get("a").size());
  }
}
JAVA
javac --release 17 -d boot agent/Seen.java && javac --release 17 -cp boot -d agent/classes agent/Agent.java &&
  javac --release 17 -cp "lib/*" -d app/classes app/App.java || exit 2
jar cf boot.jar -C boot . && jar cf app.jar -C app/classes . || exit 2
printf 'Premain-Class: Agent\nCan-Retransform-Classes: true\n' >option.mf
{ cat option.mf && echo 'Boot-Class-Path: boot.jar'; } >manifest.mf
for way in manifest option; do jar cfm "$way.jar" $way.mf -C agent/classes . || exit 2; done
path=app.jar:$(printf '%s:' lib/*.jar)

# Share of the loaded classes that came from the cache, in percent.
shared() { # JAVA OPTION...
  "$@" -Xlog:class+load:file=loaded.log -cp "$path" App >out.log 2>&1
  grep -q '^2$' out.log || missing "the program failed: $(tail -1 out.log)"
  awk '/source:/ { all++ } /shared objects file/ { shared++ } END { printf "%d", 100 * shared / all }' loaded.log
}
manifest=("$java25" -javaagent:manifest.jar)
option=("$java25" -Xbootclasspath/a:boot.jar -javaagent:option.jar)
"${manifest[@]}" -XX:AOTCacheOutput=manifest.aot -cp "$path" App >manifest.log 2>&1
"${option[@]}" -XX:AOTCacheOutput=option.aot -cp "$path" App >option.log 2>&1
[ -f option.aot ] || missing "no cache was written: $(tail -1 option.log)"
check "JDK 25, boot classes by the agent's manifest: a cache is written" no "$([ -f manifest.aot ] && echo yes || echo no)"
check "what it says of that" yes "$(grep -q 'class path.*not compatible' manifest.log && echo yes || echo no)"
check_between "JDK 25, by -Xbootclasspath/a: classes from the cache, %" 80 100 "$(shared "${option[@]}" -XX:AOTCache=option.aot)"
check_between "the same cache, boot classes by the manifest, %" 80 100 "$(shared "${manifest[@]}" -XX:AOTCache=option.aot)"
java17=$(java_of 17 17.0.9.2) || exit 2
"$java17" -Xbootclasspath/a:boot.jar -javaagent:option.jar -XX:ArchiveClassesAtExit=dynamic.jsa -cp "$path" App >dynamic.log 2>&1
check "JDK 17 with an agent: a dynamic archive is written" no "$([ -f dynamic.jsa ] && echo yes || echo no)"
finish
