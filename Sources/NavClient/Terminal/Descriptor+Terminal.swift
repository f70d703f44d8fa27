import Glibc
import NavSystem

extension Descriptor {
  /// Opens the terminal behind a descriptor a second time.
  ///
  /// The new file description is non-blocking; the one shared with the parent shell keeps its flags.
  /// `/dev/tty` is tried last: only it works when the device belongs to another user (after `su`).
  static func reopening(_ descriptor: Int32) throws(TerminalError) -> Descriptor {
    guard isatty(descriptor) == 1 else { throw TerminalError(.notATerminal) }
    var paths = ["/proc/self/fd/\(descriptor)"]
    if let path = terminalPath(of: descriptor) { paths.append(path) }
    var device = stat()
    fstat(descriptor, &device)
    if device.st_uid != getuid() { paths.append("/dev/tty") }
    var error: Int32 = 0
    for path in paths {
      let opened = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      if opened >= 0 { return Descriptor(owning: opened) }
      if error == 0 { error = errno }
    }
    throw TerminalError(.cannotOpen, number: error)
  }
}

/// Returns the path of the device behind a descriptor, on any thread; nil if it is not a terminal.
private func terminalPath(of descriptor: Int32) -> String? {
  var name = [CChar](repeating: 0, count: Int(PATH_MAX))
  guard ttyname_r(descriptor, &name, name.count) == 0 else { return nil }
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
