import NavBase
import NavEngine
import NavHost
import NavTestKit

/// The content of a fuzzed daemon.
enum FuzzedContent {
  /// Three pages; the second one overflows 80x24.
  static let pages = PageContent.numbered(3, rows: 4, long: 2, 60)

  static let tree = SessionContent.tree(list, path: "/tree")

  static let list = PageContent(
    title: "list",
    list: ListContent(entries: [
      ListEntry(key: [97], label: "a", opens: .list),
      ListEntry(key: [98], label: "b", opens: .text),
    ])
  )

  /// Returns a script's loaded content: a fixed one, a random one, or an error.
  static func loaded(_ reader: inout ByteReader) -> Result<SessionContent, ContentFailure> {
    switch reader.byte() % 4 {
    case 0:
      return .failure(ContentFailure("it is not there", reader.flag() ? .forbidden : .unreadable))
    case 1: return .success(tree)
    case 2: return .success(.deck(pages))
    default:
      var generator = SplitMix64(seed: reader.number(bytes: 2))
      return .success(generator.sessionContent())
    }
  }
}
