/// Pages of text in one buffer, of which each is created on access.
///
/// A page as a value takes some hundred bytes besides its text, and a deck may have a million of them.
package struct PackedPages: Sendable {
  private var writer = ByteWriter()
  /// The end of each page in the buffer.
  private var ends: [UInt32] = []

  /// The most bytes of all pages together.
  package static let byteLimit = Int(UInt32.max)

  package init() {}

  package var count: Int { ends.count }

  /// The bytes that the pages take, once they are trimmed.
  package var memorySize: Int { writer.bytes.count + ends.count * MemoryLayout<UInt32>.stride }

  /// Adds a page.
  ///
  /// O(text).
  ///
  /// - Returns: false for a list or a board, or beyond `byteLimit`; then nothing is added.
  mutating func append(_ page: PageContent) -> Bool {
    guard case .text(let document) = page.body else { return false }
    let start = writer.bytes.count
    guard start + page.memorySize < Self.byteLimit else { return false }
    writer.write(page.title)
    writer.write(page.notes)
    writer.write(
      byte: (page.isFollowed ? 1 : 0) | (page.isGrowing ? 2 : 0) | (page.footer == nil ? 0 : 4)
        | (page.insets == ContentInsets() ? 0 : 8) | (page.scrolling.bounces ? 0 : 16)
        | (page.scrolling.isEnabled ? 0 : 32) | (page.scrolling.showsIndicators ? 0 : 64)
    )
    writer.write(byte: document.placement.rawValue << 4 | page.lines.code)
    if let footer = page.footer {
      for text in [footer.left, footer.center, footer.right, footer.place] { writer.write(text) }
    }
    if page.insets != ContentInsets() {
      let insets = page.insets
      for side in [insets.top, insets.left, insets.bottom, insets.right] {
        writer.write(count: side)
      }
    }
    writer.write(document)
    ends.append(UInt32(writer.bytes.count))
    return true
  }

  /// Gives back memory that only further pages would need; O(text).
  mutating func trim() {
    writer.trim()
    ends.trimCapacity()
  }

  /// Creates the page at an index; O(title, notes and footer), since its text is not decoded.
  package subscript(index: Int) -> PageContent {
    var reader = reader(at: index)
    let title = reader.text()
    let notes = reader.notes()
    let flags = reader.byte()
    let forms = reader.byte()
    let footer =
      flags & 4 == 0
      ? nil
      : PageFooter(
        left: reader.text(),
        center: reader.text(),
        right: reader.text(),
        place: reader.text()
      )
    let insets =
      flags & 8 == 0
      ? ContentInsets()
      : ContentInsets(
        top: reader.count(),
        left: reader.count(),
        bottom: reader.count(),
        right: reader.count()
      )
    var document = reader.document(upTo: Int(ends[index]))
    document.placement = TextDocument.Placement(rawValue: forms >> 4) ?? .automatic
    var page = PageContent(title: title, document: document)
    page.notes = notes
    page.footer = footer
    page.insets = insets
    page.isFollowed = flags & 1 != 0
    page.isGrowing = flags & 2 != 0
    page.scrolling.bounces = flags & 16 == 0
    page.scrolling.isEnabled = flags & 32 == 0
    page.scrolling.showsIndicators = flags & 64 == 0
    page.lines = FileLines(code: forms & 0xF)
    return page
  }

  /// Returns the title of the page at an index.
  package func title(_ index: Int) -> String {
    var reader = reader(at: index)
    return reader.text()
  }

  private func reader(at index: Int) -> ByteReader {
    ByteReader(writer.bytes, at: index == 0 ? 0 : Int(ends[index - 1]))
  }
}

extension PackedPages: Hashable {
  package static func == (a: PackedPages, b: PackedPages) -> Bool {
    a.ends == b.ends && a.writer.bytes == b.writer.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ends) }
}

extension PagerPages {
  /// Creates pages that are texts, and packs them.
  package init(texts: some Sequence<PageContent>) {
    var packed = PackedPages()
    var rest: [SessionContent] = []
    for page in texts {
      if rest.isEmpty, packed.append(page) { continue }
      rest.append(.page(page))
    }
    self.init(packed, rest)
  }

  /// Creates pages of which the rest can't be packed; without a rest all of them remain packed.
  init(_ packed: consuming PackedPages, _ rest: [SessionContent]) {
    if rest.isEmpty {
      packed.trim()
      self = .packed(packed)
    } else {
      self = .listed((0..<packed.count).map { .page(packed[$0]) } + rest)
    }
  }
}

extension FileLines {
  fileprivate var code: UInt8 {
    switch self {
    case .none: 0
    case .text: 1
    case .code: 2
    }
  }

  fileprivate init(code: UInt8) {
    self =
      switch code {
      case 1: .text
      case 2: .code
      default: .none
      }
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ notes: SpeakerNotes) {
    write(count: notes.parts.count)
    for part in notes.parts {
      write(count: part.step)
      write(part.text)
    }
  }
}

extension ByteReader {
  fileprivate mutating func notes() -> SpeakerNotes {
    var notes = SpeakerNotes()
    for _ in 0..<count() {
      let step = count()
      notes.append(text(), fromStep: step)
    }
    return notes
  }
}
