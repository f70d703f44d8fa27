package import NavBase
package import NavContent
import NavSystem

extension PreviewScript {
  /// Reads the content at a path, as `--open` does: a book, another directory, a deck, a scene, a document or any other
  /// file.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - isText: whether it is a file that is shown as its text, whatever its name.
  ///   - reader: the reader, which can read further pages of the content afterwards.
  /// - Returns: the initial content of a session.
  /// - Throws: `noInput` if it does not exist or can't be shown; `notPermitted`.
  package static func content(
    at path: String,
    asText isText: Bool = false,
    by reader: ContentReader = ContentReader()
  ) throws(PreviewError) -> SessionContent {
    let found = try? FoundPath(path)
    let kind = isText ? .text : found?.kind ?? PathKind(ofFileNamed: path) ?? .file
    do {
      return try reader.read(.path(PathContent(kind, found?.path ?? path)), for: 0)
    } catch {
      throw PreviewError(error.isForbidden ? .notPermitted : .noInput, "\(error)")
    }
  }
}

extension PreviewScript {
  /// The most bytes of a file of commands.
  package static let byteLimit = 4 << 20

  /// Reads commands, one or more per line, from a file; `-` is the standard input.
  ///
  /// - Throws: `noInput` if there is no such file; `usage` with the line's number for an invalid command.
  package init(file path: String) throws(PreviewError) {
    guard path == "-" else {
      let text: String
      do {
        text = try loadText(path: path, limit: Self.byteLimit)
      } catch {
        throw PreviewError(.noInput, "\(error)")
      }
      try self.init(lines: text, named: path)
      return
    }
    var text = ""
    while text.utf8.count <= Self.byteLimit, let line = readLine(strippingNewline: false) {
      text += line
    }
    guard text.utf8.count <= Self.byteLimit else {
      throw PreviewError(.usage, "more than \(Self.byteLimit >> 20) MiB of commands: give fewer")
    }
    try self.init(lines: text, named: "standard input")
  }
}
