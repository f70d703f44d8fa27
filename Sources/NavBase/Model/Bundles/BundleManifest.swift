/// The list of the files of a bundle: content that a client has sent (proto/README.md: Content from clients).
package struct BundleManifest: Hashable, Sendable {
  /// At least one, ascending by the bytes of their paths.
  package let files: [BundleFile]

  /// The limits of a bundle.
  package enum Limits {
    package static let files = 2_000
    /// Bytes of all files together.
    package static let bytes = 64 << 20
    /// Bytes of one path.
    package static let pathBytes = 1_024
    /// Bytes of one component of a path.
    package static let componentBytes = 255
    /// Components of one path.
    package static let depth = 32
    /// Bytes of all paths together, so that a manifest fits into a request.
    package static let allPathBytes = 512 << 10
    /// Directories above all files together.
    package static let directories = 4_000
    /// Bytes of the pieces in one request.
    package static let pieceBytes = 256 << 10
    /// Pieces in one request.
    package static let pieces = 256
  }

  /// Checks and sorts the files of a bundle.
  ///
  /// - Parameter files: the files, in any order.
  /// - Throws: if a limit is exceeded, if a path could lead out of the bundle, or if two files exclude one another.
  package init(_ files: [BundleFile]) throws(Rejection) {
    guard !files.isEmpty else { throw Rejection("a bundle has at least one file") }
    guard files.count <= Limits.files else {
      throw Rejection("\(files.count) files in a bundle; the limit is \(Limits.files)")
    }
    let sorted = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    try Self.check(sorted)
    self.files = sorted
  }

  /// The size of all files, in bytes.
  package var bytes: Int { files.reduce(0) { $0 + $1.size } }

  /// Returns whether a path is that of a file, or of a directory above one.
  ///
  /// O(files).
  func has(_ path: String) -> Bool {
    let bytes = path.utf8
    return files.contains { file in
      file.path.utf8.starts(with: bytes)
        && (file.path.utf8.dropFirst(bytes.count).first ?? 0x2F) == 0x2F
    }
  }

  /// The bytes of which the bundle's id is the hash: the same for the same files.
  package var canonicalBytes: [UInt8] {
    var bytes = Array("navd bundle 1".utf8)
    bytes.append(number: files.count)
    for file in files {
      bytes.append(text: file.path)
      bytes.append(number: file.size)
      bytes.append(file.isExecutable ? 1 : 0)
      bytes += file.hash.bytes
    }
    return bytes
  }

  private static func check(_ files: [BundleFile]) throws(Rejection) {
    var (bytes, pathBytes) = (0, 0)
    // By bytes: a file system may have two names that are the same text, composed and decomposed.
    var paths: Set<[UInt8]> = []
    var sizes: [ContentHash: Int] = [:]
    for file in files {
      try BundlePath.check(file.path)
      guard (0...Limits.bytes).contains(file.size) else { throw tooLarge }
      guard sizes.updateValue(file.size, forKey: file.hash) ?? file.size == file.size else {
        throw Rejection("two files with the same hash have different sizes")
      }
      bytes += file.size
      pathBytes += file.path.utf8.count
      guard bytes <= Limits.bytes else { throw tooLarge }
      guard pathBytes <= Limits.allPathBytes else {
        throw Rejection(
          "the paths of a bundle have more than \(Limits.allPathBytes >> 10) KiB: send fewer files"
        )
      }
      guard paths.insert(Array(file.path.utf8)).inserted else {
        throw Rejection("'\(file.path)' is in the bundle twice")
      }
    }
    try checkDirectories(above: files)
  }

  /// Checks that no file is in the place of a directory, and that there are not too many of these.
  ///
  /// O(bytes of the files' paths and of the distinct directories' paths).
  private static func checkDirectories(above files: [BundleFile]) throws(Rejection) {
    // By bytes: what follows a slash may form one character with it.
    let paths = Set(files.map { Array($0.path.utf8) })
    var known: Set<[UInt8]> = []
    for file in files {
      var path = Array(file.path.utf8)
      // The parents of a known directory are known, too.
      while let slash = path.lastIndex(of: 0x2F) {
        path.removeSubrange(slash...)
        guard known.insert(path).inserted else { break }
        guard !paths.contains(path) else {
          let directory = String(decoding: path, as: UTF8.self)
          throw Rejection("'\(directory)' is a file and a directory in the same bundle")
        }
        guard known.count <= Limits.directories else {
          throw Rejection("a bundle has more than \(Limits.directories) directories: send fewer")
        }
      }
    }
  }

  private static let tooLarge = Rejection(
    "the files of a bundle have more than \(Limits.bytes >> 20) MiB: send fewer"
  )
}

/// A file of a bundle.
package struct BundleFile: Hashable, Sendable {
  /// See `BundlePath`.
  package let path: String
  /// In bytes.
  package let size: Int
  package let hash: ContentHash
  package let isExecutable: Bool

  package init(path: String, size: Int, hash: ContentHash, isExecutable: Bool = false) {
    self.path = path
    self.size = size
    self.hash = hash
    self.isExecutable = isExecutable
  }
}

/// The paths inside of a bundle: relative, of components that are neither `.` nor `..`, without control characters.
package enum BundlePath {
  /// Checks the path of a file or a directory inside of a bundle.
  ///
  /// - Throws: for a path that could lead elsewhere, or that is too long.
  package static func check(_ path: String) throws(Rejection) {
    let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard path.utf8.count <= BundleManifest.Limits.pathBytes,
      parts.count <= BundleManifest.Limits.depth, parts.allSatisfy({ isComponent(Array($0)) })
    else {
      throw Rejection(
        "a path in a bundle is not relative, has '.', '..' or control characters, or is too long"
      )
    }
  }

  static func isComponent(_ name: [UInt8]) -> Bool {
    guard !name.isEmpty, SystemText.bytes(name).count <= BundleManifest.Limits.componentBytes,
      name != [0x2E], name != [0x2E, 0x2E]
    else { return false }
    return name.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: Int) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  fileprivate mutating func append(text: String) {
    append(number: text.utf8.count)
    self += text.utf8
  }
}
