import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire

/// The content of a world: a deck, or a tree in which everything can be opened, the same at each
/// read until it is edited.
struct Library {
  /// The content that the viewers of a world request.
  let content: ContentSpec
  private let slides: [PageContent]
  private let seed: UInt64
  /// The number of edits.
  private(set) var edition = 0

  init(_ generator: inout SplitMix64) {
    content = Self.content(&generator)
    slides = (1...generator.int(in: 2...6)).map {
      PageContent(title: "page \($0)", document: generator.slide())
    }
    seed = generator.next()
  }

  /// A deck, a tree or another container, or several of them behind side tabs.
  private static func content(_ generator: inout SplitMix64) -> ContentSpec {
    let tour = ContentSpec.tour(command: "join")
    guard generator.oneIn(2) else {
      let tree = ContentSpec.tree(path: "/tree")
      return generator.pick([tour, tree, tree, container(0), container(0), split(0)])
    }
    let others = (0..<generator.int(in: 0...2)).map { index in
      generator.pick([
        tour, ContentSpec.tree(path: "/tree\(index)"), container(index), split(index),
      ])
    }
    return .tabs([generator.oneIn(2) ? tour : container(9), .tree(path: "/tree")] + others)
  }

  private static func container(_ number: Int) -> ContentSpec {
    .deck(path: "/container\(number)")
  }

  private static func split(_ number: Int) -> ContentSpec { .scene(path: "/split\(number)") }

  /// Returns a session's initial content.
  func read(_ content: ContentSpec) -> SessionContent {
    switch content {
    case .path(let content): read(content)
    case .tour, .command, .text: .deck(editedSlides)
    case .bundle(let bundle): read(bundle.entry)
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

  private func read(_ content: PathContent) -> SessionContent {
    let path = Array(content.path.utf8)
    return switch content.kind {
    case .docs, .outline, .text, .file: .deck(editedSlides)
    case .scene: .split(split(path))
    case .deck: .pager(pager(path))
    case .tree: .tree(page(path), path: content.path)
    }
  }

  /// Returns the content that an entry of the tree opens: a page, or sometimes a pager.
  func content(at path: [UInt8]) -> SessionContent {
    var generator = self.generator(of: path, salt: 1)
    var isPager = generator.oneIn(4)
    // An edit may change the kind of content.
    forEdits(of: path) { if $0.oneIn(8) { isPager.toggle() } }
    return isPager ? .pager(pager(path)) : .page(page(path))
  }

  // MARK: Editing

  /// Adds and removes some parts.
  mutating func edit() { edition += 1 }

  private func forEdits(of path: [UInt8], _ edit: (inout SplitMix64) -> Void) {
    for number in 0..<edition {
      var generator = generator(of: path, salt: 100 + UInt64(number))
      edit(&generator)
    }
  }

  private var editedSlides: [PageContent] {
    var slides = slides
    forEdits(of: []) { generator in
      generator.edit(&slides, leaving: 1) {
        PageContent(title: "new \($0.int(in: 0...9))", document: $0.slide())
      }
    }
    return slides
  }

  /// A deck, a book, pages below a header, or more pages than any viewer visits.
  private func pager(_ path: [UInt8]) -> PagerContent {
    var generator = self.generator(of: path, salt: 2)
    let title = Self.title(path)
    guard !generator.oneIn(4) else {
      let count = generator.pick([3, 200, PagerPages.countLimit])
      return generator.pagerContent(of: .numbered("page", count: count))
    }
    var pages = (0..<generator.int(in: 1...7)).map { index -> SessionContent in
      .page(page(path + [UInt8(ascii: "0") + UInt8(index)]))
    }
    if generator.oneIn(4) {
      pages.append(container(path + [UInt8(ascii: "+")], &generator))
    }
    forEdits(of: path) { generator in
      generator.edit(&pages, leaving: 1) {
        .page(PageContent(title: "new \($0.int(in: 0...9))", document: $0.slide()))
      }
    }
    if generator.oneIn(3) { return PagerContent(title: title, pages: .listed(pages)) }
    var content = generator.pagerContent(of: .listed(pages))
    content.title = title
    return content
  }

  /// Two or three parts, with equal or other weights.
  private func split(_ path: [UInt8]) -> SplitContent {
    var generator = self.generator(of: path, salt: 3)
    var parts = (0..<generator.int(in: 2...3)).map { index -> SessionContent in
      let inner = path + [UInt8(ascii: "a") + UInt8(index)]
      return generator.oneIn(2) ? .page(page(inner)) : container(inner, &generator)
    }
    forEdits(of: path) { generator in
      generator.edit(&parts, leaving: 2) {
        .page(PageContent(title: "new \($0.int(in: 0...9))", document: $0.slide()))
      }
      parts = Array(parts.prefix(3))
    }
    let weights = generator.oneIn(2) ? nil : parts.map { _ in generator.pick([1, 2, 5]) }
    return SplitContent(title: Self.title(path), parts: parts, weights: weights)
  }

  /// A tree, a pager or a split, which is a page of a pager or a part of a split; deep inside always a tree.
  private func container(_ path: [UInt8], _ generator: inout SplitMix64) -> SessionContent {
    switch generator.int(in: 0...(path.count > 40 ? 0 : 4)) {
    case 0, 1: .tree(page(path), path: String(decoding: path, as: UTF8.self))
    case 2, 3: .pager(pager(path))
    default: .split(split(path))
    }
  }

  /// Returns a page of the tree: a list of up to twelve entries, boxes, or text.
  func page(_ path: [UInt8]) -> PageContent {
    let page = firstPage(path)
    switch page.body {
    case .board: return page
    case .list(let list):
      var entries = Array(list.entries)
      forEdits(of: path) { generator in
        generator.edit(&entries, leaving: 1) { generator in
          let name = "new \(generator.int(in: 0...99))"
          return ListEntry(key: Array(name.utf8), label: name, opens: .list)
        }
      }
      guard entries != Array(list.entries) else { return page }
      return PageContent(title: page.title, list: ListContent(entries: entries))
    case .text(var document):
      forEdits(of: path) { generator in
        generator.edit(&document.blocks, leaving: 0) {
          .paragraph(StyledText("new \($0.int(in: 0...99))"))
        }
      }
      return PageContent(title: page.title, document: document)
    }
  }

  /// Returns a page before all edits.
  private func firstPage(_ path: [UInt8]) -> PageContent {
    var generator = self.generator(of: path, salt: 0)
    let title = Self.title(path)
    guard generator.oneIn(3) else {
      return PageContent(title: title, list: generator.listContent(of: generator.int(in: 1...12)))
    }
    if generator.oneIn(4) { return generator.boardPage() }
    return PageContent(title: title, document: generator.slide())
  }

  /// Returns a generator that depends only on the seed, the path and the salt.
  private func generator(of path: [UInt8], salt: UInt64) -> SplitMix64 {
    SplitMix64(seed: path.reduce(seed &+ salt) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
  }

  private static func title(_ path: [UInt8]) -> String {
    String(decoding: path.suffix(8), as: UTF8.self)
  }
}

extension SplitMix64 {
  /// A text of which some parts appear only in later steps.
  fileprivate mutating func slide() -> TextDocument {
    var document = document(blocks: 1...3)
    for _ in 0..<(oneIn(3) ? int(in: 1...3) : 0) {
      document.blocks.insert(.pause, at: int(in: 0...document.blocks.count))
    }
    return document
  }

  /// Leaves a list as it is, or adds or removes an item.
  fileprivate mutating func edit<Item>(
    _ items: inout [Item],
    leaving least: Int,
    new: (inout SplitMix64) -> Item
  ) {
    let place = int(in: 0...items.count)
    switch int(in: 0...2) {
    case 0: items.insert(new(&self), at: place)
    case 1 where items.count > least && place < items.count: items.remove(at: place)
    default: break
    }
  }
}
