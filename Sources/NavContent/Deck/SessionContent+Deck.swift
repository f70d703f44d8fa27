import NavBase

extension SessionContent {
  /// Returns the pager of a deck's slides, or, for a deck that is a stack, a list that opens them.
  static func deck(_ deck: Deck) -> SessionContent {
    let pages = deck.slides.enumerated().lazy.map { index, slide in
      var page = PageContent(title: slide.title, document: slide.document)
      page.notes = slide.notes
      page.footer = deck.footer(ofSlide: index)
      return page
    }
    if deck.isStack {
      var stack = StackContent(deck: deck.title, Array(pages), faults: deck.faults)
      stack.duration = deck.duration
      stack.theme = deck.theme
      return .stack(stack)
    }
    var pager = PagerContent(
      title: deck.title,
      pages: PagerPages(texts: pages),
      settings: deck.settings
    )
    pager.anchors = deck.anchors
    pager.duration = deck.duration
    pager.theme = deck.theme
    pager.faults = deck.faults
    pager.isDeck = deck.slides.count > 1
    // A footer replaces the dots, unless those are requested.
    if deck.settings.hasDots == nil, deck.footer != nil { pager.hasDots = false }
    return .pager(pager)
  }
}

extension StackContent {
  /// Creates a stack of slides, each opened by an entry of a list.
  ///
  /// Entries have keys made of the slides' titles, and are numbered.
  fileprivate init(deck title: String, _ slides: [PageContent], faults: [String]) {
    let keys = Self.entryKeys(ofLabels: slides.map(\.title))
    let width = String(slides.count).count
    var pages: [[UInt8]: SessionContent] = [:]
    for (slide, key) in zip(slides, keys) {
      pages[Self.scenePath + [UInt8(ascii: "/")] + key] = .page(slide)
    }
    let entries = zip(slides, keys).enumerated().map { index, slide in
      let number = padded(String(index + 1), to: width)
      return ListEntry(key: slide.1, label: slide.0.title, detail: number, opens: .text)
    }
    var list = PageContent(title: title, list: ListContent(entries: entries))
    list.faults = faults
    self.init(scene: .page(list))
    self.pages = pages
  }
}
