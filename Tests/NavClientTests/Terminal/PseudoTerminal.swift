import CNavSupport
import Glibc

/// A terminal operated by a test: the program's output is read here, and its input is written here.
struct PseudoTerminal: ~Copyable {
  let master: Int32
  /// The program's side.
  let device: Int32
  let path: String

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    var opened: Int32 = -1
    let number = nav_open_pty(columns, rows, &opened)
    var name = [CChar](repeating: 0, count: 64)
    // `ttyname` has a single buffer that concurrent tests overwrite.
    guard number >= 0, ttyname_r(opened, &name, name.count) == 0 else {
      throw SystemError(number: errno)
    }
    master = number
    device = opened
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    close(master)
    close(device)
  }

  struct SystemError: Error {
    var number: Int32
  }

  /// The modes of the line discipline, in a comparable form.
  var modes: [UInt32] {
    var modes = termios()
    tcgetattr(device, &modes)
    let characters = withUnsafeBytes(of: modes.c_cc) { $0.map(UInt32.init) }
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag] + characters
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    let written = write(master, bytes, bytes.count)
    precondition(written == bytes.count, "cannot type \(text)")
  }

  /// Returns some bytes of the program's output; empty after `timeout` milliseconds without any.
  func output(timeout: Int32 = 60_000) -> [UInt8] {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, timeout) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(master, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// Returns all output until a mark has come so many times, or no more output comes.
  func output(upTo mark: String, times: Int = 1) -> String {
    var all = ""
    while all.ranges(of: mark).count < times {
      let more = output()
      if more.isEmpty { break }
      all += String(decoding: more, as: UTF8.self)
    }
    return all
  }
}
