import NavBase
import Glibc

/// The target of a link to a local file.
struct LocalAddress {
  /// The path of the target.
  let path: String

  /// Nil for a link within the same file, and for a link to anything but a local file.
  ///
  /// - Parameters:
  ///   - address: the address in the Markdown text.
  ///   - file: the path of the file that contains the link.
  init?(_ address: String, in file: String) {
    // A single letter is not a scheme.
    guard !address.hasPrefix("#"), !address.hasPrefix("//"),
      DocsPath.schemeLength(of: address) < 2
    else { return nil }
    let name = DocsPath.percentDecoded(address.prefix { $0 != "#" && $0 != "?" })
    guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
    path = name.hasPrefix("/") ? name : file.pathBeforeName + name
  }

  /// The path, if no file exists there; nil if one does.
  var missingPath: String? {
    var status = stat()
    guard stat(path.utf8.terminated, &status) != 0, errno == ENOENT || errno == ENOTDIR else {
      return nil
    }
    return path
  }
}
