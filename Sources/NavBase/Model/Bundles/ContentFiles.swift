/// The files of which content consists, on the machine where they are.
package struct ContentFiles: Hashable, Sendable {
  /// The absolute path of the directory that contains them all, without a slash at its end; empty for `/`.
  package let directory: String
  /// The same for the innermost directory that contains them all and what the content names: links may not lead out of it.
  package let root: String
  /// Their paths in it (`BundlePath`), ascending by their bytes.
  package let paths: [String]
  /// The content, with paths in that directory.
  package let entry: ContentSpec
  /// The absolute paths that are left out because they are symbolic links or behind one, ascending by their bytes.
  package let links: [String]

  /// - Parameters:
  ///   - content: the content, with absolute paths.
  ///   - paths: the absolute paths of the files; at least one.
  ///   - links: the absolute paths that are left out because they are symbolic links or behind one.
  /// - Throws: for a file whose path can't be in a bundle.
  package init(
    of content: ContentSpec,
    paths: [String],
    without links: [String] = []
  ) throws(Rejection) {
    var roots: [[[UInt8]]] = []
    _ = content.movingPaths { path in
      roots.append(Self.components(of: path))
      return path
    }
    let split = paths.map { Self.components(of: $0) }
    // The last component of each stays in its path.
    var common = (split + roots).first.map { Array($0.dropLast()) } ?? []
    for path in split + roots {
      let shared = zip(common, path.dropLast()).prefix { $0 == $1 }.count
      common = Array(common.prefix(shared))
    }
    root = Self.path(of: common)
    // A file that is directly in that directory is shown below the directory's name.
    if !common.isEmpty, split.contains(where: { $0.count == common.count + 1 }) {
      common.removeLast()
    }
    let directory = Self.path(of: common)
    func shortened(_ path: String) -> String {
      String(decoding: path.utf8.dropFirst(directory.utf8.count + 1), as: UTF8.self)
    }
    self.directory = directory
    var relative: [String] = []
    for path in paths {
      let short = shortened(path)
      do throws(Rejection) {
        try BundlePath.check(short)
      } catch {
        throw Rejection("\(path) can't be sent: \(error)")
      }
      relative.append(short)
    }
    self.paths = relative.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.links = links.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    entry = content.movingPaths { shortened($0) }
  }

  /// A sentence that names what is left out; nil if there are none.
  package var omission: String? {
    guard !links.isEmpty else { return nil }
    let named = links.prefix(3).map { sanitized($0) }.joined(separator: ", ")
    let more = links.count > 3 ? " and \(links.count - 3) more" : ""
    return "not sent, because of symbolic links: \(named)\(more); put the files themselves there"
  }

  /// By bytes: a file system may have two names that are the same text, composed and decomposed, and what follows a slash
  /// may form one character with it.
  private static func components(of path: String) -> [[UInt8]] {
    path.utf8.split(separator: 0x2F).map { Array($0) }
  }

  private static func path(of components: [[UInt8]]) -> String {
    String(decoding: components.flatMap { [0x2F] + $0 }, as: UTF8.self)
  }
}
