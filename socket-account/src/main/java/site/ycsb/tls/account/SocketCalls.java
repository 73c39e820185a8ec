package site.ycsb.tls.account;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Puts calls of {@link SocketHooks} into the methods of the JDK through which all bytes of Java's
 * sockets go: in classes of package {@code sun.nio.ch}, JDK 17 and newer.
 */
final class SocketCalls implements ClassFileTransformer {
  private static final String HOOKS = "site/ycsb/tls/account/SocketHooks";
  private static final String PACKAGE = "sun/nio/ch/";
  private static final String FILE = "Ljava/io/FileDescriptor;";
  private static final String CLOSE = "(" + FILE + ")V";

  /** Where {@code this.fd} stands for an argument. */
  private static final int OWN_DESCRIPTOR = -1;

  /** Where the major version of a class file is (JVMS 4.1). */
  private static final int VERSION = 6;

  /**
   * A call.
   *
   * @param type in which class
   * @param method in which method
   * @param descriptor of the method
   * @param before whether when it begins; or else when it returns
   * @param hook which method is called
   * @param arguments which of the method's arguments it gets, from 0 on
   */
  private record Call(
      String type,
      String method,
      String descriptor,
      boolean before,
      String hook,
      List<Integer> arguments) {
    boolean isIn(String name, String methodDescriptor) {
      return method.equals(name) && descriptor.equals(methodDescriptor);
    }
  }

  private static final List<Call> CALLS =
      List.of(
          before("SocketDispatcher", "write", "(" + FILE + "JI)I", "writing", 0, 1, 2),
          after("SocketDispatcher", "write", "(" + FILE + "JI)I", "wrote", 0, 1),
          before("SocketDispatcher", "writev", "(" + FILE + "JI)J", "writingVectors", 0, 1, 2),
          after("SocketDispatcher", "writev", "(" + FILE + "JI)J", "wroteVectors", 0, 1),
          after("SocketDispatcher", "read", "(" + FILE + "JI)I", "read", 0, 1),
          after("SocketDispatcher", "readv", "(" + FILE + "JI)J", "readVectors", 0, 1),
          newest(
              before("SocketDispatcher", "close", CLOSE, "closing", 0),
              before("UnixDispatcher", "close", CLOSE, "closing", 0)),
          newest(
              before("DatagramDispatcher", "close", CLOSE, "closing", 0),
              before("UnixDispatcher", "close", CLOSE, "closing", 0)),
          after("DatagramDispatcher", "write", "(" + FILE + "JI)I", "sentDatagram", 0),
          after("DatagramDispatcher", "writev", "(" + FILE + "JI)J", "sentDatagram", 0),
          after("DatagramDispatcher", "read", "(" + FILE + "JI)I", "receivedDatagram", 0),
          after("DatagramDispatcher", "readv", "(" + FILE + "JI)J", "receivedDatagram", 0),
          after(
              "DatagramChannelImpl",
              "sendFromNativeBuffer",
              "(" + FILE + "Ljava/nio/ByteBuffer;Ljava/net/InetSocketAddress;)I",
              "sentDatagram",
              0,
              2),
          after(
              "DatagramChannelImpl",
              "receiveIntoNativeBuffer",
              "(Ljava/nio/ByteBuffer;IIZ)I",
              "receivedDatagram",
              OWN_DESCRIPTOR),
          before(
              "Net",
              "connect",
              "(Ljava/net/ProtocolFamily;" + FILE + "Ljava/net/InetAddress;I)I",
              "connecting",
              1,
              2,
              3),
          after(
              "Net",
              "connect",
              "(Ljava/net/ProtocolFamily;" + FILE + "Ljava/net/InetAddress;I)I",
              "connected",
              1),
          before(
              "UnixDomainSockets",
              "connect",
              "(" + FILE + "Ljava/nio/file/Path;)I",
              "connecting",
              0,
              1),
          after("NioSocketImpl", "accept", "(Ljava/net/SocketImpl;)V", "accepted", 0),
          after(
              "SocketChannelImpl",
              "<init>",
              "(Ljava/nio/channels/spi/SelectorProvider;Ljava/net/ProtocolFamily;"
                  + FILE
                  + "Ljava/net/SocketAddress;)V",
              "accepted",
              2,
              3),
          after(
              "UnixAsynchronousSocketChannelImpl",
              "<init>",
              "(Lsun/nio/ch/Port;" + FILE + "Ljava/net/InetSocketAddress;)V",
              "accepted",
              1),
          after("NioSocketImpl", "sendUrgentData", "(I)V", "sentUrgent", OWN_DESCRIPTOR),
          after("SocketChannelImpl", "sendOutOfBandData", "(B)I", "sentUrgent", OWN_DESCRIPTOR),
          newest(
              after(
                  "FileChannelImpl",
                  "transferToDirectlyInternal",
                  "(JILjava/nio/channels/WritableByteChannel;" + FILE + ")J",
                  "sentFile",
                  3),
              after(
                  "FileDispatcherImpl",
                  "transferTo",
                  "(" + FILE + "JJ" + FILE + "Z)J",
                  "sentFile",
                  3)));

  private final Set<Call> done = new HashSet<>();

  /**
   * What JDKs of different versions do in different ways. A JDK may have both, of which the earlier
   * calls the later one: its bytes would count twice.
   */
  private static Call newest(Call earlier, Call later) {
    return isThere(later) ? later : earlier;
  }

  private static Call before(
      String type, String method, String descriptor, String hook, Integer... arguments) {
    return new Call(PACKAGE + type, method, descriptor, true, hook, List.of(arguments));
  }

  private static Call after(
      String type, String method, String descriptor, String hook, Integer... arguments) {
    return new Call(PACKAGE + type, method, descriptor, false, hook, List.of(arguments));
  }

  /** The classes that this Java has, with slashes. */
  static Set<String> classes() {
    return CALLS.stream()
        .map(Call::type)
        .filter(type -> ClassLoader.getSystemResource(type + ".class") != null)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * @throws IllegalStateException when a method was not there
   */
  void requireAll() {
    for (Call call : CALLS) {
      if (!done.contains(call)) {
        throw new IllegalStateException(
            "no " + call.type() + "." + call.method() + call.descriptor());
      }
    }
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] file) {
    List<Call> calls = CALLS.stream().filter(call -> call.type().equals(name)).distinct().toList();
    if (loader != null || calls.isEmpty()) {
      return null;
    }
    ClassReader reader = reader(file);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Calling(writer, name, calls), 0);
    byte[] changed = writer.toByteArray();
    changed[VERSION + 1] = file[VERSION + 1];
    return changed;
  }

  /**
   * A class file of a newer Java is read as one of the newest that ASM knows: what these classes
   * have has not changed for long.
   */
  private static ClassReader reader(byte[] file) {
    byte[] readable = file.clone();
    readable[VERSION + 1] = (byte) Math.min(file[VERSION + 1], Opcodes.V17);
    return new ClassReader(readable);
  }

  /** Whether this Java has the method. */
  private static boolean isThere(Call call) {
    boolean[] found = {false};
    try (InputStream file = ClassLoader.getSystemResourceAsStream(call.type() + ".class")) {
      if (file == null) {
        return false;
      }
      reader(file.readAllBytes())
          .accept(
              new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                  found[0] |= call.isIn(name, descriptor);
                  return null;
                }
              },
              ClassReader.SKIP_CODE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found[0];
  }

  private final class Calling extends ClassVisitor {
    private final String type;
    private final List<Call> calls;

    Calling(ClassVisitor next, String type, List<Call> calls) {
      super(Opcodes.ASM9, next);
      this.type = type;
      this.calls = calls;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      List<Call> here = calls.stream().filter(call -> call.isIn(name, descriptor)).toList();
      if (here.isEmpty() || (access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) != 0) {
        return next;
      }
      done.addAll(here);
      return new CallingMethod(next, type, (access & Opcodes.ACC_STATIC) != 0, descriptor, here);
    }
  }

  private static final class CallingMethod extends MethodVisitor {
    private final String type;
    private final boolean isStatic;
    private final Type method;
    private final List<Call> calls;

    CallingMethod(
        MethodVisitor next, String type, boolean isStatic, String descriptor, List<Call> calls) {
      super(Opcodes.ASM9, next);
      this.type = type;
      this.isStatic = isStatic;
      this.method = Type.getMethodType(descriptor);
      this.calls = calls;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      calls.stream().filter(Call::before).forEach(call -> insert(call, false));
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        for (Call call : calls) {
          if (!call.before()) {
            insert(call, true);
          }
        }
      }
      super.visitInsn(opcode);
    }

    /** A result is on the stack, and stays there. */
    private void insert(Call call, boolean returns) {
      List<Type> passed = new ArrayList<>();
      Type result = method.getReturnType();
      if (returns && !result.equals(Type.VOID_TYPE)) {
        super.visitInsn(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
        passed.add(result);
      }
      for (int argument : call.arguments()) {
        passed.add(load(argument));
      }
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          HOOKS,
          call.hook(),
          Type.getMethodDescriptor(Type.VOID_TYPE, passed.toArray(Type[]::new)),
          false);
    }

    private Type load(int argument) {
      if (argument == OWN_DESCRIPTOR) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitFieldInsn(Opcodes.GETFIELD, type, "fd", FILE);
        return Type.getType(FILE);
      }
      Type loaded = method.getArgumentTypes()[argument];
      super.visitVarInsn(loaded.getOpcode(Opcodes.ILOAD), variable(argument));
      return loaded;
    }

    private int variable(int argument) {
      int size =
          Arrays.stream(method.getArgumentTypes()).limit(argument).mapToInt(Type::getSize).sum();
      return size + (isStatic ? 0 : 1);
    }
  }
}
