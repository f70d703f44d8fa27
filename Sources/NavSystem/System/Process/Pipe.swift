import CNavSupport
import Glibc

/// Both ends of a pipe, which are closed on exec.
package struct Pipe: ~Copyable {
  private let readEnd: Descriptor
  private let writeEnd: Descriptor

  /// - Parameter program: the program's name, for errors.
  /// - Throws: an error if no pipe can be made.
  package init(for program: String) throws(ProcessError) {
    var ends: [Int32] = [-1, -1]
    guard nav_pipe(&ends) == 0 else { throw .refused(program: program, code: errno) }
    readEnd = Descriptor(owning: ends[0])
    writeEnd = Descriptor(owning: ends[1])
  }

  package var readNumber: Int32 { readEnd.number }
  package var writeNumber: Int32 { writeEnd.number }

  /// Returns the read end, set to non-blocking, and closes the write end.
  package consuming func reading() -> Descriptor {
    _ = fcntl(readEnd.number, F_SETFL, O_NONBLOCK)
    return readEnd
  }

  /// Returns the write end and closes the read end.
  package consuming func writing() -> Descriptor { writeEnd }
}

extension Descriptor {
  /// Opens `/dev/null` for a program.
  package init(nowhereFor program: String) throws(ProcessError) {
    let number = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard number >= 0 else { throw .refused(program: program, code: errno) }
    self.init(owning: number)
  }
}
