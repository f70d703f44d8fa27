import NavBase

extension Canvas {
  /// Returns the cells as a self-contained SVG document: no script, no font, no style sheet.
  ///
  /// Characters are aligned to a grid in any font: each is stretched to the width of its cells, and lines
  /// and blocks are drawn as shapes that meet. Web and mail links work.
  ///
  /// - Parameter colors: the substitutes for the colours that a terminal defines itself.
  /// - Returns: the document's lines; equal for equal cells.
  package func svgLines(_ colors: PictureColors) -> [String] {
    var picture = SVGPicture(self, colors)
    for y in 0..<size.rows { picture.draw(row: y, at: y) }
    return picture.lines
  }

  /// Returns the elements of a row, drawn as if it were the first one; they need `SVGGrid.font` around them.
  func svgRow(_ y: Int, _ colors: PictureColors) -> String {
    var picture = SVGPicture(self, colors)
    picture.draw(row: y, at: 0)
    return picture.elements
  }
}

/// The measures of cells in pictures, in pixels.
enum SVGGrid {
  /// A cell's size, both even, so that the centre of a shape is on a pixel boundary.
  static let width = 10
  static let height = 20
  /// Around the cells.
  static let margin = 10

  /// The attributes of the font of all texts, at a size at which the usual monospaced fonts are as wide as a cell.
  static let font =
    #"font-family="'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace" "#
    + #"font-size="16.6px" xml:space="preserve""#

  /// Returns the size of a picture with its margins.
  static func size(of cells: CellSize) -> (width: Int, height: Int) {
    (cells.columns * width + 2 * margin, cells.rows * height + 2 * margin)
  }

  /// Returns the beginning of a picture: its size, and its ground.
  static func head(_ cells: CellSize, _ colors: PictureColors) -> [String] {
    let (width, height) = size(of: cells)
    return [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"viewBox="\#(-margin) \#(-margin) \#(width) \#(height)">"#,
      ground(cells, colors),
    ]
  }

  /// Returns the ground of a picture.
  static func ground(_ cells: CellSize, _ colors: PictureColors) -> String {
    let (width, height) = size(of: cells)
    return #"<rect x="\#(-margin)" y="\#(-margin)" width="\#(width)" height="\#(height)" "#
      + #"fill="\#(colors.paper.hexText)"/>"#
  }
}

/// An SVG document under construction.
private struct SVGPicture {
  private let canvas: Canvas
  private let colors: PictureColors
  private var grounds: [String] = []
  private var texts: [String] = []
  /// The outlines of shapes, by colour and stroke width.
  private var strokes: [Stroke: String] = [:]

  private struct Stroke: Hashable {
    var color: RGB
    /// In pixels; 0 for a filled shape.
    var width: Int

    /// A sort key, so that the order is the same on every run.
    var order: String { "\(width) \(color.hexText)" }
  }

  private static let width = SVGGrid.width
  private static let height = SVGGrid.height
  private static let baseline = 15

  init(_ canvas: Canvas, _ colors: PictureColors) {
    self.canvas = canvas
    self.colors = colors
  }

  private var shapes: [String] {
    strokes.sorted { $0.key.order < $1.key.order }.map(Self.path)
  }

  var lines: [String] {
    SVGGrid.head(canvas.size, colors) + [#"<g shape-rendering="crispEdges">"#] + grounds + ["</g>"]
      + shapes + ["<g \(SVGGrid.font)>"] + texts + ["</g>", "</svg>"]
  }

  var elements: String {
    let ground =
      grounds.isEmpty ? "" : #"<g shape-rendering="crispEdges">\#(grounds.joined())</g>"#
    return ground + shapes.joined() + texts.joined()
  }

  private static func path(_ stroke: Stroke, _ outline: String) -> String {
    let color = stroke.color.hexText
    return stroke.width == 0
      ? #"<path d="\#(outline)" fill="\#(color)"/>"#
      : #"<path d="\#(outline)" fill="none" stroke="\#(color)" stroke-width="\#(stroke.width)"/>"#
  }

  // MARK: Rows

  /// Draws a row of the canvas.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - y: the row of the picture where it is drawn.
  mutating func draw(row: Int, at y: Int) {
    let cells = Array(canvas.row(row))
    drawGrounds(cells, y)
    var x = 0
    while x < cells.count {
      let cell = cells[x]
      let word = Self.word(in: cells, from: x)
      drawLines(cell, x: x, y: y, columns: word.count)
      if !cell.isBlank { drawInk(cells[word], x: x, y: y) }
      x = word.upperBound
    }
  }

  /// Draws rectangles behind the text, one for each stretch of a colour.
  private mutating func drawGrounds(_ cells: [Cell], _ y: Int) {
    let papers = cells.map { paint(of: $0).paper }
    var start = 0
    while start < papers.count {
      let end = papers[start...].firstIndex { $0 != papers[start] } ?? papers.count
      if papers[start] != colors.paper {
        grounds.append(
          #"<rect x="\#(start * Self.width)" y="\#(y * Self.height)" "#
            + #"width="\#((end - start) * Self.width)" height="\#(Self.height)" "#
            + #"fill="\#(papers[start].hexText)"/>"#
        )
      }
      start = end
    }
  }

  /// Returns the cells that form one text element: ASCII of one style and link, or a single character.
  private static func word(in cells: [Cell], from start: Int) -> Range<Int> {
    let first = cells[start]
    guard isPlain(first) else { return start..<start + max(1, Int(first.width)) }
    let end = cells[start...].firstIndex {
      !isPlain($0) || $0.look != first.look || $0.link != first.link
    }
    return start..<(end ?? cells.count)
  }

  private static func isPlain(_ cell: Cell) -> Bool {
    !cell.isBlank && cell.width == 1 && cell.glyph.scalar?.isASCII == true
  }

  // MARK: Colours

  /// Returns a cell's text and background colours after applying reverse and dim.
  private func paint(of cell: Cell) -> (ink: RGB, paper: RGB) {
    var ink = colors.rgb(cell.look.foreground, own: colors.ink)
    var paper = colors.rgb(cell.look.background, own: colors.paper)
    if cell.look.attributes.contains(.reverse) { swap(&ink, &paper) }
    if cell.look.attributes.contains(.dim) { ink = ink.mixed(with: paper, by: 102) }
    return (ink, paper)
  }

  // MARK: Ink

  private mutating func drawInk(_ cells: ArraySlice<Cell>, x: Int, y: Int) {
    guard let cell = cells.first else { return }
    if let scalar = cell.glyph.scalar, let shape = GlyphShape(scalar) {
      return draw(shape, cell, x: x * Self.width, y: y * Self.height)
    }
    var text = ""
    for cell in cells where cell.width > 0 { text.append(canvas.character(of: cell)) }
    var attributes =
      #"x="\#(x * Self.width)" y="\#(y * Self.height + Self.baseline)" "#
      + #"textLength="\#(cells.count * Self.width)" lengthAdjust="spacingAndGlyphs" "#
      + #"fill="\#(paint(of: cell).ink.hexText)""#
    if cell.look.attributes.contains(.bold) { attributes += #" font-weight="bold""# }
    if cell.look.attributes.contains(.italic) { attributes += #" font-style="italic""# }
    let element = "<text \(attributes)>\(text.xmlEscaped)</text>"
    if let link = canvas.address(of: cell), Self.isSafe(link) {
      texts.append(#"<a href="\#(link.xmlEscaped)">\#(element)</a>"#)
    } else {
      texts.append(element)
    }
  }

  /// Draws underlines and strikethroughs of cells with one style.
  private mutating func drawLines(_ cell: Cell, x: Int, y: Int, columns: Int) {
    let stroke = Stroke(color: paint(of: cell).ink, width: 1)
    func line(_ offset: Int) -> String {
      // Centred on a row of pixels.
      "M\(x * Self.width) \(y * Self.height + offset).5h\(columns * Self.width)"
    }
    if cell.look.attributes.contains(.underline) { strokes[stroke, default: ""] += line(17) }
    if cell.look.attributes.contains(.strikethrough) { strokes[stroke, default: ""] += line(10) }
  }

  private mutating func draw(_ shape: GlyphShape, _ cell: Cell, x: Int, y: Int) {
    let ink = paint(of: cell).ink
    let (middle, center) = (x + Self.width / 2, y + Self.height / 2)
    switch shape {
    case .block(let left, let top, let width, let height):
      let (x, right) = (x + left * Self.width / 8, x + (left + width) * Self.width / 8)
      let (y, bottom) = (y + top * Self.height / 8, y + (top + height) * Self.height / 8)
      strokes[Stroke(color: ink, width: 0), default: ""] +=
        "M\(x) \(y)H\(right)V\(bottom)H\(x)z"
    case .arc(let arms):
      let (edgeX, edgeY) = (arms.left > 0 ? x : x + Self.width, arms.up > 0 ? y : y + Self.height)
      let bend = arms.up > 0 ? center - 5 : center + 5
      strokes[Stroke(color: ink, width: Self.light), default: ""] +=
        "M\(middle) \(edgeY)V\(bend)Q\(middle) \(center) \(edgeX) \(center)"
    case .arms(let arms):
      for (weight, line) in [
        (arms.left, "M\(x) \(center)H\(middle)"), (arms.right, "M\(middle) \(center)h5"),
        (arms.up, "M\(middle) \(y)V\(center)"), (arms.down, "M\(middle) \(center)v10"),
      ] where weight > 0 {
        strokes[Stroke(color: ink, width: weight == 1 ? Self.light : Self.heavy), default: ""] +=
          line
      }
    }
  }

  private static let light = 2
  private static let heavy = 4

  // MARK: Text

  /// Whether a link is a web or mail address, which runs no code.
  private static func isSafe(_ link: String) -> Bool {
    let link = link.lowercased()
    return ["http://", "https://", "mailto:"].contains { link.hasPrefix($0) }
  }
}

extension String {
  /// The text of an element or a value of XML.
  var xmlEscaped: String {
    unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // XML does not allow these, not even escaped.
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

/// The shape of a line or block character, drawn so that it meets its neighbours without a gap in any font.
enum GlyphShape: Hashable {
  /// Lines from the centre of the cell to its edges.
  case arms(Arms)
  /// A rounded corner; two of the lines of `arms` exist.
  case arc(Arms)
  /// A filled part of the cell, in eighths of its width and height.
  case block(x: Int, y: Int, width: Int, height: Int)

  /// The weight of the line to each edge: 0 (none), 1 (light) or 2 (heavy).
  struct Arms: Hashable {
    var left: Int
    var up: Int
    var right: Int
    var down: Int

    init(_ left: Int, _ up: Int, _ right: Int, _ down: Int) {
      self.left = left
      self.up = up
      self.right = right
      self.down = down
    }
  }

  /// Nil for a character that is drawn as text.
  init?(_ scalar: Unicode.Scalar) {
    guard (0x2500...0x259F).contains(scalar.value) else { return nil }
    if let arms = Self.lines[scalar] {
      self = .arms(arms)
    } else if let arms = Self.corners[scalar] {
      self = .arc(arms)
    } else if let block = Self.block(scalar) {
      self = block
    } else {
      return nil
    }
  }

  private static let lines: [Unicode.Scalar: Arms] = [
    "─": Arms(1, 0, 1, 0), "━": Arms(2, 0, 2, 0), "│": Arms(0, 1, 0, 1), "┃": Arms(0, 2, 0, 2),
    "┌": Arms(0, 0, 1, 1), "┐": Arms(1, 0, 0, 1), "└": Arms(0, 1, 1, 0), "┘": Arms(1, 1, 0, 0),
    "├": Arms(0, 1, 1, 1), "┤": Arms(1, 1, 0, 1), "┬": Arms(1, 0, 1, 1), "┴": Arms(1, 1, 1, 0),
    "┼": Arms(1, 1, 1, 1), "╼": Arms(1, 0, 2, 0), "╾": Arms(2, 0, 1, 0), "╽": Arms(0, 1, 0, 2),
    "╿": Arms(0, 2, 0, 1), "╴": Arms(1, 0, 0, 0), "╵": Arms(0, 1, 0, 0), "╶": Arms(0, 0, 1, 0),
    "╷": Arms(0, 0, 0, 1), "╸": Arms(2, 0, 0, 0), "╹": Arms(0, 2, 0, 0), "╺": Arms(0, 0, 2, 0),
    "╻": Arms(0, 0, 0, 2),
  ]

  private static let corners: [Unicode.Scalar: Arms] = [
    "╭": Arms(0, 0, 1, 1), "╮": Arms(1, 0, 0, 1), "╰": Arms(0, 1, 1, 0), "╯": Arms(1, 1, 0, 0),
  ]

  private static func block(_ scalar: Unicode.Scalar) -> GlyphShape? {
    let value = Int(scalar.value)
    return switch scalar {
    case "▀": .block(x: 0, y: 0, width: 8, height: 4)
    case "▐": .block(x: 4, y: 0, width: 4, height: 8)
    case "▖": .block(x: 0, y: 4, width: 4, height: 4)
    case "▗": .block(x: 4, y: 4, width: 4, height: 4)
    case "▘": .block(x: 0, y: 0, width: 4, height: 4)
    case "▝": .block(x: 4, y: 0, width: 4, height: 4)
    // The lower eighths up to the full block, then the left ones from seven down.
    case "▁"..."█": .block(x: 0, y: 8 - (value - 0x2580), width: 8, height: value - 0x2580)
    case "▉"..."▏": .block(x: 0, y: 0, width: 0x2590 - value, height: 8)
    default: nil
    }
  }
}

/// A picture's substitutes for the colours that a terminal defines itself.
package struct PictureColors: Hashable, Sendable {
  /// The text colour and the background of cells with default colours.
  var ink: RGB
  var paper: RGB
  /// The first 16 colours of the palette, which each terminal defines itself.
  private var palette: [RGB]

  /// - Parameters:
  ///   - ink: the default text colour.
  ///   - paper: the default background.
  ///   - palette: 16 colours.
  private init(ink: UInt32, paper: UInt32, palette: [UInt32]) {
    precondition(palette.count == 16, "cannot take \(palette.count) colours for 16")
    self.ink = RGB(hex: ink)
    self.paper = RGB(hex: paper)
    self.palette = palette.map { RGB(hex: $0) }
  }

  /// The colours of a terminal for which a theme is made, with the theme's own ground if it has one.
  package init(_ theme: Theme) {
    self = theme.appearance == .light ? .light : .dark
    ink = theme[.page].ink?.rgb ?? ink
    paper = theme[.page].ground?.rgb ?? paper
  }

  /// Converts a cell's colour to 24 bits.
  ///
  /// - Parameters:
  ///   - color: the cell's colour.
  ///   - own: the substitute for the terminal's default: ink or paper.
  /// - Returns: the 24-bit colour.
  func rgb(_ color: Color, own: RGB) -> RGB {
    switch color.value {
    case .terminal: own
    case .rgb(let rgb): rgb
    case .palette(let index): Palette256.color(at: index) ?? palette[Int(index)]
    }
  }

  /// A terminal with a dark background.
  package static let dark = PictureColors(
    ink: 0xD4D7DD,
    paper: 0x11151A,
    palette: [
      0x20_252C, 0xD1_453B, 0x6F_AF6F, 0xCF_A23E, 0x4F_8FD6, 0xB0_7CC6, 0x4F_B3AB, 0xC8_CCD4,
      0x6B_7480, 0xFF_7B72, 0x8C_D38C, 0xE8_C36A, 0x6C_B6FF, 0xD2_A8FF, 0x7F_DBD1, 0xF4_F6F8,
    ]
  )

  /// A terminal with a light background.
  package static let light = PictureColors(
    ink: 0x24292F,
    paper: 0xFFFFFF,
    palette: [
      0x24_292F, 0xB3_261E, 0x2F_7D32, 0x9A_6700, 0x0B_5CAD, 0x82_50B0, 0x0F_766E, 0xB4_BCC7,
      0x6B_7280, 0xCF_3A30, 0x3C_9A40, 0xB9_8200, 0x2E_7DD1, 0x9A_6AD0, 0x1B_8F86, 0xFF_FFFF,
    ]
  )
}

extension RGB {
  /// The colour in the form `#6cb6ff`.
  var hexText: String {
    let digits = Array("0123456789abcdef")
    return [red, green, blue].reduce(into: "#") { text, part in
      text.append(digits[Int(part >> 4)])
      text.append(digits[Int(part & 15)])
    }
  }
}
