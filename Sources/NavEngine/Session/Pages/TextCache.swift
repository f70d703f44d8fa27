import NavBase

/// A cache of wrapped pages, by page, available size and step; viewers of equal width share them.
struct TextCache: Sendable {
  private struct Key: Hashable {
    var page: Int
    var room: TextWidthLimit
    /// Nil if all is shown.
    var step: Int?
    /// Whether its lines are numbered.
    var isNumbered: Bool
    /// Whether preformatted lines are wrapped, too.
    var wraps: Bool
  }

  private var texts: [Key: FlowedText] = [:]
  /// Oldest first.
  private var order: [Key] = []
  private var rows = 0

  /// The most pages kept: a few around the active one, for each of several widths.
  static let capacity = 48
  /// The most rows kept in all, so that very long pages are not kept for every width of a window that was resized; the
  /// newest page is kept whatever its length.
  static let rowCapacity = 400_000
  private let rowCapacity: Int

  init(rowCapacity: Int = Self.rowCapacity) {
    self.rowCapacity = rowCapacity
  }

  var count: Int { order.count }

  func holds(
    page: Int,
    room: TextWidthLimit,
    step: Int? = nil,
    isNumbered: Bool = false,
    wraps: Bool = false
  ) -> Bool {
    let key = Key(page: page, room: room, step: step, isNumbered: isNumbered, wraps: wraps)
    return texts[key] != nil
  }

  mutating func text(
    of page: PageContent,
    at index: Int,
    room: TextWidthLimit,
    step: Int? = nil,
    isNumbered: Bool = false,
    wraps: Bool = false
  ) -> FlowedText {
    let key = Key(page: index, room: room, step: step, isNumbered: isNumbered, wraps: wraps)
    if let text = texts[key] { return text }
    let text = FlowedText(
      page.document,
      room: room,
      step: step,
      isNumbered: isNumbered,
      wraps: wraps
    )
    add(text, of: index)
    return text
  }

  /// Removes the texts of a page.
  mutating func forget(page: Int) {
    order.removeAll { key in
      guard key.page == page else { return false }
      rows -= texts.removeValue(forKey: key)?.rows.count ?? 0
      return true
    }
  }

  /// Adds a text that was wrapped elsewhere.
  mutating func add(_ text: FlowedText, of index: Int) {
    let key = Key(
      page: index,
      room: text.room,
      step: text.step,
      isNumbered: text.isNumbered,
      wraps: text.wraps
    )
    guard texts[key] == nil else { return }
    while !order.isEmpty,
      order.count >= Self.capacity || rows + text.rows.count > rowCapacity
    {
      rows -= texts.removeValue(forKey: order.removeFirst())?.rows.count ?? 0
    }
    order.append(key)
    rows += text.rows.count
    texts[key] = text
  }
}
