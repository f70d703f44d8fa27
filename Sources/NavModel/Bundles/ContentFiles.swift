/// The files of which content consists, on the machine where they are.
package struct ContentFiles: Hashable, Sendable {
  /// The absolute path of the directory that contains them all, without a slash at its end; empty for `/`.
  package let directory: String
  /// Their paths in it (`BundlePath`), ascending.
  package let paths: [String]
  /// The content, with paths in that directory.
  package let entry: ContentSpec

  /// - Parameters:
  ///   - content: the content, with absolute paths.
  ///   - paths: the absolute paths of the files; at least one.
  /// - Throws: for a file whose path can't be in a bundle.
  package init(of content: ContentSpec, paths: [String]) throws(Rejection) {
    var roots: [[Substring]] = []
    _ = content.movingPaths { path in
      roots.append(path.split(separator: "/"))
      return path
    }
    let split = paths.map { $0.split(separator: "/") }
    // The last component of each stays in its path.
    var common = (split + roots).first.map { Array($0.dropLast()) } ?? []
    for path in split + roots {
      let shared = zip(common, path.dropLast()).prefix { $0 == $1 }.count
      common = Array(common.prefix(shared))
    }
    // A file that is directly in that directory is shown below the directory's name.
    if !common.isEmpty, split.contains(where: { $0.count == common.count + 1 }) {
      common.removeLast()
    }
    let prefix = common.map { "/" + $0 }.joined()
    directory = prefix
    var relative: [String] = []
    for path in paths {
      let short = String(path.dropFirst(prefix.count + 1))
      do throws(Rejection) {
        try BundlePath.check(short)
      } catch {
        throw Rejection("\(path) can't be sent: \(error)")
      }
      relative.append(short)
    }
    self.paths = relative.sorted()
    entry = content.movingPaths { String($0.dropFirst(prefix.count + 1)) }
  }
}
