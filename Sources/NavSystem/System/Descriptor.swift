import CNavSupport
package import Glibc
import NavBase

/// An open file or directory, closed when the value is destroyed.
package struct Descriptor: ~Copyable {
  package let number: Int32

  /// Opens a path for reading, without blocking on a pipe or device; the path ends with a NUL.
  package init(opening path: [CChar]) throws(SystemFailure) {
    while true {
      let number = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if number >= 0 {
        self.number = number
        return
      }
      let code = errno
      if code != EINTR { throw SystemFailure(code: code) }
    }
  }

  /// Opens a directory, or a file below it, for reading; never blocks.
  ///
  /// Links may lead to another place in the directory, and nowhere else: one that is put there meanwhile is not followed.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - root: the directory; an empty path is the working directory.
  /// - Throws: `EXDEV` if links lead out of the directory, `ENXIO` for a pipe, a socket or a device.
  package init(opening path: some Sequence<UInt8>, beneath root: String) throws(SystemFailure) {
    guard let real = realPath(of: path),
      let directory = realPath(of: (root.isEmpty ? "." : root).utf8)
    else { throw .last }
    guard let rest = place(of: real, in: directory) else { throw SystemFailure(code: EXDEV) }
    let found = nav_open_beneath(directory.terminated, (rest.isEmpty ? [0x2E] : rest).terminated)
    guard found >= 0 else {
      throw SystemFailure(code: [ELOOP, ENOTDIR].contains(errno) ? EXDEV : errno)
    }
    number = found
  }

  /// Takes ownership of an open descriptor.
  package init(owning number: Int32) {
    self.number = number
  }

  deinit { close(number) }

  package borrowing func status() throws(SystemFailure) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw SystemFailure(code: errno) }
    return status
  }

  /// Reads up to `limit` bytes.
  ///
  /// Reads until the end of the file instead of relying on its size: a file may grow, and files in
  /// /proc report a size of zero.
  package borrowing func read(atMost limit: Int) throws(SystemFailure) -> [UInt8] {
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while content.count < limit {
      let count = Glibc.read(number, &chunk, min(chunk.count, limit - content.count))
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        throw SystemFailure(code: code)
      }
      guard count > 0 else { break }
      content += chunk[..<count]
    }
    return content
  }

  /// Gives up ownership; the caller closes the descriptor.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

/// Writes all bytes to an open file, and waits for a slow reader.
package func writeAll(_ bytes: [UInt8], to number: Int32) throws(SystemFailure) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
    let code = errno
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if code == EAGAIN {
      var ready = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      poll(&ready, 1, -1)
    } else if code != EINTR {
      throw SystemFailure(code: code)
    }
  }
}

/// Returns the status of the file at a path, following symbolic links; the path ends with a NUL.
package func status(of path: [CChar]) throws(SystemFailure) -> stat {
  var status = stat()
  guard stat(path, &status) == 0 else { throw SystemFailure(code: errno) }
  return status
}

/// Returns an absolute path without links, as the UTF-8 of its text (`SystemText`); nil, with the reason in `errno`, if
/// nothing is there.
package func realPath(of path: some Sequence<UInt8>) -> [UInt8]? {
  guard let real = realpath(path.terminated, nil) else { return nil }
  defer { free(real) }
  return Array(String(system: real).utf8)
}

/// Returns the path in a symbolic link, as the UTF-8 of its text (`SystemText`); nil if there is none.
///
/// A relative path starts at `directory`; `AT_FDCWD` is the working directory.
package func linkTarget(of path: UnsafePointer<CChar>, in directory: Int32) -> [UInt8]? {
  var target = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlinkat(directory, path, &target, target.count)
  return count < 0 ? nil : SystemText.utf8(target.prefix(count).map(UInt8.init(bitPattern:)))
}

/// Returns the part of a path behind that of a directory, empty for the directory itself; nil if it is outside.
///
/// Both are paths without links.
package func place(of path: [UInt8], in directory: [UInt8]) -> [UInt8]? {
  guard path != directory else { return [] }
  let start = directory == [0x2F] ? directory : directory + [0x2F]
  return path.starts(with: start) ? Array(path.dropFirst(start.count)) : nil
}

extension String {
  /// Creates the text of a path, or of another text of the system, that ends with a NUL; see `SystemText`.
  package init(system text: UnsafePointer<CChar>) {
    self.init(system: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
  }
}

/// The arguments of this program, after its name.
package var programArguments: [String] {
  (1..<max(1, Int(Swift.CommandLine.argc))).compactMap {
    Swift.CommandLine.unsafeArgv[$0].map { String(system: $0) }
  }
}

/// Returns the complaint about an option that is given twice though it has one value; nil if there is none.
///
/// - Parameters:
///   - words: the arguments of a program.
///   - several: the long names of options that may be given several times.
/// - Returns: a sentence.
package func repetition(in words: [String], but several: Set<String> = []) -> String? {
  var given: Set<String> = []
  for word in words.prefix(while: { $0 != "--" }) {
    let name = String(word.prefix { $0 != "=" })
    let option = ["-s": "--session", "-o": "--output"][name] ?? name
    guard option.hasPrefix("--"), !several.contains(option), !given.insert(option).inserted else {
      continue
    }
    return "\(name) is given twice: give it once"
  }
  return nil
}

/// A system call that failed.
package struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  package var code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// The failure of the last system call of this thread.
  package static var last: SystemFailure { SystemFailure(code: errno) }

  /// Whether a device refuses more: it is full, over a quota or broken.
  package var isOfDevice: Bool { [ENOSPC, EDQUOT, EFBIG, EIO].contains(code) }

  package var isForbidden: Bool { [EACCES, EPERM, EROFS].contains(code) }

  /// The system's own text, such as `No such file or directory`.
  package var description: String { String(cString: strerror(code)) }
}

/// The number of files and sockets that this process may have open.
package enum DescriptorLimit {
  /// Raises the soft limit to the hard limit; many systems start a process with 1,024.
  ///
  /// - Returns: the limit now, 0 if the system does not tell it.
  package static func raise() -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 0 }
    if limit.rlim_cur < limit.rlim_max {
      let old = limit.rlim_cur
      limit.rlim_cur = limit.rlim_max
      if setrlimit(resource, &limit) != 0 { limit.rlim_cur = old }
    }
    return Int(clamping: limit.rlim_cur)
  }
}
