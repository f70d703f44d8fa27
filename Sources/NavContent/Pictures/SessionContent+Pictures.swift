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
  ///   - draw: draws an SVG; nil if that is not allowed.
  ///   - read: reads the content.
  /// - Returns: its result.
  /// - Throws: the error of `read`.
  func shown<Value, Failure: Error>(
    in content: WritableKeyPath<Value, SessionContent>,
    drawing diagram: @escaping (TextCode) -> Outcome?,
    files draw: DiagramReader.Run?,
    _ read: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard canDecode, MarkdownPictures.base == nil else { return try read() }
    let mark = MarkdownPictures.Mark()
    var value = try MarkdownPictures.kept(markedBy: mark, read)
    guard mark.isSet else { return value }
    var pass = PicturePass(reader: self, diagram: diagram, draw: draw)
    value[keyPath: content].show(&pass)
    return value
  }
}

/// One reading of content with pictures.
private struct PicturePass {
  let reader: PictureReader
  let diagram: (TextCode) -> PictureReader.Outcome?
  let draw: DiagramReader.Run?
  private let end = ContinuousClock.now + PictureReader.timeLimit
  /// The faults of the page.
  var faults: [String] = []

  /// Returns a block without the kept addresses of pictures; the pictures themselves, side by side, for a paragraph of
  /// nothing else.
  mutating func shown(_ block: TextBlock) -> TextBlock {
    switch block {
    case .paragraph(let text):
      let plain = TextBlock.paragraph(text.withoutPictures)
      guard let parts = text.pictures, parts.count <= TextColumn.countLimit else { return plain }
      let blocks = parts.map { picture($0) ?? .paragraph($0.withoutPictures) }
      if blocks.count == 1 { return blocks[0] }
      let isShown = blocks.contains { if case .picture = $0 { true } else { false } }
      return isShown ? .columns(blocks.map { TextColumn(blocks: [$0]) }) : plain
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

  /// Returns the picture whose description a text is; nil if it is not shown.
  private mutating func picture(_ text: StyledText) -> TextBlock? {
    guard let address = text.runs.first?.style.link.flatMap(PictureAddress.init(link:)),
      let path = address.path, let raster = raster(at: path, beneath: address.root)
    else { return nil }
    let width: TextPicture.Width? =
      switch address.described.size {
      case .width(let width): width
      case .height(let height): .pixels(raster.width(ofHeight: height))
      case nil: nil
      }
    return .picture(TextPicture(text: text.withoutPictures, raster: raster, width: width))
  }

  private mutating func raster(at path: String, beneath root: String) -> TextPicture.Raster? {
    let name = sanitized(path.lastComponent ?? path)
    guard ContinuousClock.now < end else {
      faults.append("the picture \(name) is not shown: decoding took too long; reload")
      return nil
    }
    return kept("the picture \(name)") { [reader, draw] () throws(PictureProblem) in
      try reader.picture(at: path, beneath: root, drawing: draw)
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
      faults.append("\(name) \(PictureProblem.tooLittleMemory.text)")
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

extension TextPicture.Raster {
  /// Returns the width, in pixels, of the picture in a height.
  fileprivate func width(ofHeight height: Int) -> Int {
    min(max(1, height * naturalWidth / naturalHeight), Self.sideLimit)
  }
}

extension StyledText {
  /// The pictures of which the text consists, apart from blanks between them; nil for any other text.
  fileprivate var pictures: [StyledText]? {
    var pictures: [StyledText] = []
    var rest = text.utf8[...]
    for run in runs {
      let part = Substring(rest.prefix(run.length))
      rest = rest.dropFirst(run.length)
      if run.style.link.map(PictureAddress.isKept) == true {
        pictures.append(StyledText(String(part), style: run.style))
      } else if !part.allSatisfy(\.isWhitespace) {
        return nil
      }
    }
    return pictures.isEmpty || !Substring(rest).allSatisfy(\.isWhitespace) ? nil : pictures
  }

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
