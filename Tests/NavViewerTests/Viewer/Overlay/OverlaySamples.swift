import NavBase
import NavScene
import NavWire

@testable import NavViewer

/// Overlays with content, for tests and recordings.
enum OverlaySamples {
  static let outline = Outline(
    entries: (1...30).map { number in
      Outline.Entry(
        level: number % 3 == 1 ? 1 : 2,
        title: number == 5 ? "日本語の曲 and a title of some length" : "Heading \(number)",
        number: number * 7
      )
    },
    current: 3,
    version: 1
  )

  static func palette(_ text: String, _ keys: [Key] = [], focus: KeyFocus = .pager) -> Overlay {
    var overlay = PaletteOverlay(focus: focus)
    overlay.paste(text)
    for key in keys { _ = overlay.receive(key, rows: 5) }
    return .palette(overlay)
  }

  static func outline(_ text: String) -> Overlay {
    var overlay = OutlineOverlay(at: .zero)
    overlay.receive(.outline(outline), viewer: 0, at: .zero)
    overlay.paste(text)
    return .outline(overlay)
  }

  /// Two viewers, listed for the second one.
  static var viewers: Overlay {
    viewers([viewer(1, columns: 200, lag: 0), viewer(2, columns: 80, lag: 120)])
  }

  /// More viewers: one is far behind, one letterboxed, one has a name.
  static var manyViewers: Overlay {
    var many = (1...7).map {
      viewer(UInt64($0 * 7_919), columns: 40 * $0, lag: $0 == 4 ? 1_250 : 0)
    }
    many[1] = viewer(2, columns: 80, lag: 0)
    many[2].name = ViewerName("ada lovelace@quiet")
    many[5].layout = CellSize(columns: 80, rows: 24)
    return viewers(many)
  }

  private static func viewers(_ list: [Reply.ViewerInfo]) -> Overlay {
    var overlay = ViewersOverlay(at: .zero)
    overlay.receive(.viewers(list), viewer: 2 << 48, at: .zero)
    return .viewers(overlay)
  }

  private static func viewer(_ id: UInt64, columns: Int, lag: Int) -> Reply.ViewerInfo {
    Reply.ViewerInfo(
      id: id << 48,
      viewport: CellSize(columns: columns, rows: 24),
      attached: .seconds(columns * 10),
      silent: .zero,
      lag: .milliseconds(lag)
    )
  }

  static var messages: Overlay {
    var line = MessageLine()
    line.show("1 viewer joined", .news, at: .zero)
    line.show("there is no page 12: give 1 to 4", at: .seconds(30))
    return .messages(MessagesOverlay(line.log))
  }
}

extension Prompt {
  /// A prompt with typed words.
  static func typed(_ purpose: Purpose, _ words: String) -> Prompt {
    var prompt = Prompt(purpose)
    prompt.paste(words)
    return prompt
  }
}

extension Screen {
  var isHelpOpen: Bool { overlay?.title == "Keys" }

  /// Opens the help, as its key does.
  mutating func openHelp() {
    let help = HelpOverlay(scene?.keyContext ?? KeyContext(focus: .none))
    overlay = Overlay.help(help).picture(in: size, at: .zero)
  }
}
