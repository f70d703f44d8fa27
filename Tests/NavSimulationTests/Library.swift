import NavCommands
import NavLayout
import NavSession
import NavTestKit
import NavText
import NavWire

/// What there is to read: a deck, or a tree in which everything can be opened, the same whenever it
/// is asked.
struct Library {
  /// What the viewers of a world ask for.
  let content: ContentDescription
  private let slides: [PageContent]
  private let seed: UInt64

  init(_ generator: inout SplitMix64) {
    content = Self.content(&generator)
    slides = (1...generator.int(in: 2...6)).map {
      PageContent(title: "page \($0)", document: generator.document(blocks: 1...3))
    }
    seed = generator.next()
  }

  /// A deck or a tree, or several of them behind side tabs.
  private static func content(_ generator: inout SplitMix64) -> ContentDescription {
    let deck = ContentDescription.tour(command: "join")
    guard generator.oneIn(2) else { return generator.oneIn(2) ? deck : .tree(path: "/tree") }
    let others = (0..<generator.int(in: 0...2)).map { index in
      generator.oneIn(3) ? deck : ContentDescription.tree(path: "/tree\(index)")
    }
    return .tabs([deck, .tree(path: "/tree")] + others)
  }

  /// What a session begins with.
  func read(_ content: ContentDescription) -> SessionContent {
    switch content {
    case .tour, .deck: .deck(slides)
    case .tree(let path): .tree(page(Array(path.utf8)), path: path)
    case .tabs(let contents):
      .tabs(
        TabsContent(
          title: "tabs",
          items: contents.enumerated().map { index, content in
            let button = TabButton(title: "tab \(index + 1)", badge: TabBadge("\(index)"))
            return TabsContent.Item(face: .button(button), content: read(content))
          },
          additionalItems: [
            TabsContent.AdditionalItem(
              face: .button(TabButton(title: "below")),
              command: .toggleAttachment
            )
          ],
          attachment: page(Array("below".utf8))
        )
      )
    }
  }

  /// What an entry of the tree opens: a page, or now and then a deck.
  func content(at path: [UInt8]) -> SessionContent {
    let hash = path.reduce(seed &+ 1) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    var generator = SplitMix64(seed: hash)
    guard generator.oneIn(4) else { return .page(page(path)) }
    let slides = (0..<generator.int(in: 1...4)).map { page(path + [UInt8(ascii: "0") + UInt8($0)]) }
    return .pager(title: "deck", pages: slides.map { .page($0) })
  }

  /// A page of the tree: a list of up to twelve entries, or text.
  func page(_ path: [UInt8]) -> PageContent {
    let mixed = path.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    var generator = SplitMix64(seed: mixed)
    let title = String(decoding: path.suffix(8), as: UTF8.self)
    guard generator.oneIn(3) else { return PageContent(title: title, list: list(&generator)) }
    return PageContent(title: title, document: generator.document(blocks: 1...3))
  }

  private func list(_ generator: inout SplitMix64) -> ListContent {
    let entries = (0..<generator.int(in: 1...12)).map { number in
      ListEntry(
        key: Array("e\(number)".utf8),
        label: "entry \(number)",
        detail: generator.oneIn(2) ? "\(number) B" : "",
        opens: .list
      )
    }
    return ListContent(entries: entries, notes: [])
  }
}
