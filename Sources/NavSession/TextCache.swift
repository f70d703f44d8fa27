import NavLayout
import NavText

/// The pages that were wrapped lately, by page and width: viewers of equal width share them.
struct TextCache: Sendable {
  private struct Key: Hashable {
    var page: Int
    var columns: Int
  }

  private var texts: [Key: FlowedText] = [:]
  /// Oldest first.
  private var order: [Key] = []

  /// Pages kept: a few around the active one, for each of a handful of widths.
  static let capacity = 48

  mutating func text(of page: PageContent, at index: Int, columns: Int) -> FlowedText {
    let key = Key(page: index, columns: columns)
    if let text = texts[key] { return text }
    let text = FlowedText(page.document, columns: columns)
    if order.count == Self.capacity { texts[order.removeFirst()] = nil }
    order.append(key)
    texts[key] = text
    return text
  }
}
