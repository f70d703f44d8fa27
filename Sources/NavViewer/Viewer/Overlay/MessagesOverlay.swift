import NavBase

/// The messages overlay: the status line's past messages, the newest last.
struct MessagesOverlay: OverlayContent {
  private(set) var messages: [MessageLine.Message] = []
  var list = OverlayList(isSelectable: false)
  var title: String { "Messages" }

  init(_ messages: [MessageLine.Message]) {
    update(messages)
  }

  var preferredSize: OverlayArea.PreferredSize {
    OverlayArea.PreferredSize(columns: 66, rows: min(16, max(6, messages.count)))
  }

  /// Updates the messages; scrolls to the newest if there are new ones.
  mutating func update(_ messages: [MessageLine.Message]) {
    guard messages != self.messages || list.count == 0 else { return }
    self.messages = messages
    list.replace(count: messages.count)
    list.scroll(by: messages.count, rows: 1)
  }

  func row(_ index: Int, columns: Int, at now: Duration) -> TextRow {
    let message = messages[index]
    let role: TextRole = message.kind == .problem ? .error : .plain
    let age = StyledText("\((now - message.at).inWords) ago", style: TextStyle(role: .muted))
    return TextRow(
      StyledText(message.text, style: TextStyle(role: role)),
      right: age,
      columns: columns
    )
  }

  func note(at now: Duration) -> OverlayNote? {
    messages.isEmpty ? OverlayNote("nothing was said yet") : nil
  }

  /// Ages change at full seconds.
  func nextChange(at now: Duration) -> Duration? {
    guard let newest = messages.last else { return nil }
    let age = (now - newest.at).components.seconds
    return newest.at + .seconds(age + 1)
  }
}
