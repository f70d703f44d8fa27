import CNavSupport
import Glibc

/// Both ends of a pipe; no program that is started gets one that it is not given.
struct Pipe: ~Copyable {
  private let readEnd: Descriptor
  private let writeEnd: Descriptor

  /// - Parameter program: for which it is.
  /// - Throws: where there is none to have.
  init(for program: String) throws(ProcessError) {
    var ends: [Int32] = [-1, -1]
    guard nav_pipe(&ends) == 0 else { throw .refused(program: program, code: errno) }
    readEnd = Descriptor(owning: ends[0])
    writeEnd = Descriptor(owning: ends[1])
  }

  var readNumber: Int32 { readEnd.number }
  var writeNumber: Int32 { writeEnd.number }

  /// The end to read from, which doesn't wait; the other one is closed here.
  consuming func reading() -> Descriptor {
    _ = fcntl(readEnd.number, F_SETFL, O_NONBLOCK)
    return readEnd
  }

  /// The end to write to; the other one is closed here.
  consuming func writing() -> Descriptor { writeEnd }
}

extension Descriptor {
  /// `/dev/null`, for a program.
  init(nowhereFor program: String) throws(ProcessError) {
    let number = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard number >= 0 else { throw .refused(program: program, code: errno) }
    self.init(owning: number)
  }
}
