import Glibc
import NavBase

/// The reason why a configuration file can't be read.
package struct ConfigurationFileError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case notFound
    case notPermitted
    /// The file has more than `limit` bytes.
    case tooLarge(limit: Int)
    /// The path names a directory, a pipe or a device.
    case notRegular
    case unreadable(reason: String)
  }

  package let code: Code
  package let path: String

  package init(_ code: Code, _ path: String) {
    self.code = code
    self.path = path
  }
}

extension ConfigurationFileError: CustomStringConvertible {
  /// A message that says what is wrong and what to do.
  package var description: String {
    let name = sanitized(path)
    return switch code {
    case .notFound: "\(name): no such file; check its name"
    case .notPermitted: "\(name): permission denied; make it readable for the user who runs this"
    case .tooLarge(let limit): "\(name): larger than \(limit >> 10) KiB; a configuration is short"
    case .notRegular: "\(name): no file; save the configuration in a regular one"
    case .unreadable(let reason):
      "\(name): can't be read (\(sanitized(reason))); check its file system"
    }
  }
}

/// Reads small files completely.
package enum ConfigurationFile {
  /// Reads a regular file of at most `limit` bytes.
  ///
  /// Never blocks on a pipe: anything but a regular file is rejected.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - limit: the maximum size in bytes.
  /// - Returns: the content of the file.
  /// - Throws: the reason why the file can't be read.
  package static func read(
    path: String,
    limit: Int = ConfigurationDocument.mostBytes
  ) throws(ConfigurationFileError) -> [UInt8] {
    // The system would cut such a path at the NUL.
    guard !path.utf8.contains(0) else { throw ConfigurationFileError(.notFound, path) }
    let file = open(path.utf8.terminated, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw .failed(path, errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .failed(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ConfigurationFileError(.notRegular, path)
    }
    var content: [UInt8] = []
    while content.count <= limit {
      let (part, error) = part(of: file)
      if error != 0 { throw .failed(path, error) }
      if part.isEmpty { return content }
      content += part
    }
    throw ConfigurationFileError(.tooLarge(limit: limit), path)
  }

  private static func part(of file: Int32) -> (bytes: [UInt8], error: Int32) {
    var error: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
      var result: Int
      repeat {
        result = Glibc.read(file, buffer.baseAddress, buffer.count)
      } while result < 0 && errno == EINTR
      if result < 0 { error = errno }
      count = max(0, result)
    }
    return (bytes, error)
  }
}

extension ConfigurationFileError {
  /// Converts the `errno` of a failed system call into an error.
  fileprivate static func failed(_ path: String, _ number: Int32) -> ConfigurationFileError {
    let code: Code =
      switch number {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM: .notPermitted
      case EISDIR, ENXIO, ENODEV: .notRegular
      default: .unreadable(reason: String(cString: strerror(number)))
      }
    return ConfigurationFileError(code, path)
  }
}
