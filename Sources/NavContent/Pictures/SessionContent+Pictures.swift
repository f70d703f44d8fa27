import NavBase

extension PictureReader {
  /// Reads content with its pictures: each that stands alone, and is a file that can be decoded, is shown.
  ///
  /// The others are their descriptions, and so are all within `MarkdownPictures.kept`, which an export embeds itself.
  /// Diagrams are code there.
  ///
  /// - Parameters:
  ///   - content: where the content is in the result of `read`.
  ///   - diagram: returns the picture of a code block; nil if it stays code.
  ///   - read: reads the content.
  /// - Returns: its result.
  /// - Throws: the error of `read`.
  func shown<Value, Failure: Error>(
    in content: WritableKeyPath<Value, SessionContent>,
    drawing diagram: @escaping (TextCode) -> Outcome?,
    _ read: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard canDecode, MarkdownPictures.base == nil else { return try read() }
    let mark = MarkdownPictures.Mark()
    var value = try MarkdownPictures.kept(markedBy: mark, read)
    guard mark.isSet else { return value }
    var pass = PicturePass(reader: self, diagram: diagram)
    value[keyPath: content].show(&pass)
    return value
  }
}

/// One reading of content with pictures.
private struct PicturePass {
  let reader: PictureReader
  let diagram: (TextCode) -> PictureReader.Outcome?
  private let end = ContinuousClock.now + PictureReader.timeLimit
  /// The faults of the page.
  var faults: [String] = []

  /// Returns a block without the kept addresses of pictures; the picture itself for one that is all of a paragraph.
  mutating func shown(_ block: TextBlock) -> TextBlock {
    switch block {
    case .paragraph(let text):
      guard text.runs.count == 1, text.runs[0].length == text.text.utf8.count,
        let address = text.runs[0].style.link.flatMap(PictureAddress.init(link:)),
        let path = address.path, let raster = raster(at: path, beneath: address.root)
      else { return .paragraph(text.withoutPictures) }
      let width = address.described.width
      return .picture(TextPicture(text: text.withoutPictures, raster: raster, width: width))
    case .heading(let level, let text): return .heading(level: level, text.withoutPictures)
    case .table(var table):
      table.header = table.header.map(\.withoutPictures)
      table.rows = table.rows.map { $0.map(\.withoutPictures) }
      return .table(table)
    case .code(let code):
      guard let outcome = diagram(code),
        let raster = kept("the diagram of \(code.language)", outcome.get)
      else { return block }
      let source = code.text.joined(separator: "\n")
      let text = StyledText(source, style: TextStyle(role: .codeBlock))
      return .picture(TextPicture(text: text, raster: raster))
    default: return block
    }
  }

  private mutating func raster(at path: String, beneath root: String) -> TextPicture.Raster? {
    let name = sanitized(path.lastComponent ?? path)
    guard ContinuousClock.now < end else {
      faults.append("the picture \(name) is not shown: decoding took too long; reload")
      return nil
    }
    return kept("the picture \(name)") { [reader] () throws(PictureProblem) in
      try reader.picture(at: path, beneath: root)
    }
  }

  /// Takes the memory of a picture; nil, with a fault, if there is none.
  private mutating func kept(
    _ name: String,
    _ read: () throws(PictureProblem) -> TextPicture.Raster
  ) -> TextPicture.Raster? {
    do throws(PictureProblem) {
      let raster = try read()
      let bytes = raster.pixels.count
      if ReadingBudget.taking(bytes, keeping: bytes, { raster }) != nil { return raster }
      faults.append("\(name) is not shown: there is too little memory (limits.memory)")
    } catch .unreadable {
      // Lint reports these.
    } catch {
      faults.append("\(name) \(error.text)")
    }
    return nil
  }
}

extension SessionContent {
  fileprivate mutating func show(_ pass: inout PicturePass) {
    switch slot {
    case .rows(var page):
      guard case .text(let document) = page.body else { return }
      pass.faults = []
      var shown = document
      shown.blocks = document.blocks.replacingLeaves { pass.shown($0) }
      page = page.with(shown)
      page.faults += pass.faults
      self = .page(page)
    case .container(var container):
      // Pages that are packed have no faults of their own.
      var lost: [String] = []
      var number = 0
      container.updateContents { content in
        content.show(&pass)
        number += 1
        if case .rows(let page) = content.slot {
          lost += page.faults.map { "slide \(number): \($0)" }
        }
      }
      guard var pager = container as? PagerContent, case .packed = pager.pages else {
        return self = container.content
      }
      pager.faults += lost
      self = .pager(pager)
    }
  }
}

extension StyledText {
  /// The text without the kept addresses of pictures.
  fileprivate var withoutPictures: StyledText {
    guard runs.contains(where: { $0.style.link.map(PictureAddress.isKept) == true }) else {
      return self
    }
    var plain = StyledText()
    runs.forEachPart(of: text) { part, own in
      var style = own
      if let picture = style.link.flatMap(PictureAddress.init(link:)) {
        style.link = picture.target.isEmpty ? nil : picture.target
      }
      plain.append(String(part), style: style)
    }
    return plain
  }
}
