import Glibc
package import NavBase
import NavSystem

extension ContentFiles {
  /// Finds the files of which content consists, by reading it: a deck with the files that it includes, a scene with those
  /// that it names, and all files of a directory or of a book, except for hidden ones that are not shown.
  ///
  /// Symbolic links inside of directories are left out, and files to which a link leads out of the directory that contains
  /// both it and the content.
  ///
  /// - Parameters:
  ///   - content: the content, with absolute paths.
  ///   - reader: reads it.
  /// - Throws: if the content can't be read, if it is no content of files, or if it is too much to be sent.
  package init(
    of content: ContentSpec,
    readBy reader: ContentReader = ContentReader()
  ) throws(ContentFailure) {
    // Links are not sent, but the content itself may be behind one.
    let content = content.movingPaths { path in
      realPath(of: path.utf8).map { String(decoding: $0, as: UTF8.self) } ?? path
    }
    let files = ReadFiles(limit: BundleManifest.Limits.files)
    defer { reader.close(Self.session) }
    do throws(ContentFailure) {
      // Confined, so that a scene runs no programs.
      _ = try ReadingRoot.confined(to: "/") { () throws(ContentFailure) in
        try files.record { () throws(ContentFailure) in
          try reader.read(content, for: Self.session)
        }
      }
    } catch {
      guard error.isForbidden, content.hasTrees || content.usesPrograms else { throw error }
      throw ContentFailure(
        "\(sanitized(content.origin)): \(error); programs run only on the machine of navd, open it there",
        .forbidden
      )
    }
    var listing = FileListing(of: content)
    for path in files.sortedPaths { try listing.add(file: path) }
    for path in files.sortedDirectories { try listing.add(directory: path) }
    let paths = listing.paths
    guard !paths.isEmpty else {
      throw ContentFailure("\(sanitized(content.origin)) has no files to be sent: put one there")
    }
    do throws(Rejection) {
      try self.init(of: content, paths: paths, without: listing.links)
    } catch {
      throw ContentFailure(sanitized(error.description))
    }
  }

  /// The id under which the reader keeps what it needs meanwhile.
  private static let session: UInt64 = 0
}

/// Regular files, by their absolute paths.
private struct FileListing {
  let showsHidden: Bool
  /// The paths that the content names, each with its directory, or itself if it is one, and a slash at its end.
  private var named: [[UInt8]: String] = [:]
  /// By bytes: two files may have names that are the same text, composed and decomposed.
  private var found: Set<[UInt8]> = []
  private var left: Set<[UInt8]> = []
  private var bytes = 0

  init(of content: ContentSpec) {
    showsHidden = content.showsHidden
    var paths: [String] = []
    _ = content.movingPaths { path in
      paths.append(path)
      return path
    }
    for path in paths.map({ normalized($0) }) {
      let isDirectory = (try? FoundPath(path))?.isDirectory == true
      let end = isDirectory ? path.endIndex : path.utf8.lastIndex(of: 0x2F) ?? path.endIndex
      named[Array(path.utf8)] = String(path[..<end]) + "/"
    }
  }

  /// The paths, each once, in any order.
  var paths: [String] { found.map { String(decoding: $0, as: UTF8.self) } }
  /// The paths that were left out because of links, each once, in any order.
  var links: [String] { left.subtracting(found).map { String(decoding: $0, as: UTF8.self) } }

  /// Adds a regular file; does nothing if the path is not one.
  mutating func add(file path: String) throws(ContentFailure) {
    let path = normalized(path)
    guard let status = try? status(of: path.utf8.terminated),
      FileType(mode: status.st_mode) == .regular
    else { return }
    if isBehindLink(path) {
      left.insert(Array(path.utf8))
    } else {
      try insert(path, size: Int(status.st_size))
    }
  }

  /// Whether a link that the content does not name leads from a path out of the directory of the content, or of the
  /// innermost one that contains both.
  private func isBehindLink(_ path: String) -> Bool {
    guard named[Array(path.utf8)] == nil else { return false }
    let roots = named.values.map { sharedDirectory(of: $0, with: path) }
    return linksLead(from: path, outOf: roots.max { $0.utf8.count < $1.utf8.count } ?? "/")
  }

  /// Adds the regular files below a directory.
  mutating func add(directory: String) throws(ContentFailure) {
    // Each directory is finished before the next one is opened.
    var rest = [normalized(directory)]
    while let next = rest.popLast() {
      // A directory that can't be read has nothing to send.
      let names = (try? entryNames(in: next)) ?? []
      for name in names where showsHidden || !name.hasPrefix(".") {
        let path = next == "/" ? "/" + name : "\(next)/\(name)"
        var status = stat()
        guard lstat(path.utf8.terminated, &status) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFREG: try insert(path, size: Int(status.st_size))
        case S_IFDIR: rest.append(path)
        case S_IFLNK: left.insert(Array(path.utf8))
        default: break
        }
      }
    }
  }

  private mutating func insert(_ path: String, size: Int) throws(ContentFailure) {
    guard found.insert(Array(path.utf8)).inserted else { return }
    bytes += size
    guard found.count <= BundleManifest.Limits.files, bytes <= BundleManifest.Limits.bytes else {
      throw ContentFailure(
        "these are more than \(BundleManifest.Limits.files) files or "
          + "\(BundleManifest.Limits.bytes >> 20) MiB, the limit of what can be sent: open a part of them, or copy "
          + "them to the machine of navd and open them there with --on-server",
        .limit
      )
    }
  }

  /// Returns a path without `.` and `..`.
  private func normalized(_ path: String) -> String {
    var parts: [[UInt8]] = []
    for part in path.utf8.split(separator: 0x2F).map({ Array($0) }) where part != [0x2E] {
      if part == [0x2E, 0x2E] { _ = parts.popLast() } else { parts.append(part) }
    }
    let bytes: [UInt8] = parts.flatMap { [0x2F] + $0 }
    return bytes.isEmpty ? "/" : String(decoding: bytes, as: UTF8.self)
  }
}
