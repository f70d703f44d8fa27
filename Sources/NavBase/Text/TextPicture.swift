/// A picture that stands alone in a text, shown in rows of block characters where there is room, else as its description.
package struct TextPicture: Hashable, Sendable {
  /// The description, which is the picture's text for search, reading and export.
  package var text: StyledText
  package var raster: Raster
  /// The wanted width; nil for the picture's own.
  package var width: Width?

  package init(text: StyledText, raster: Raster, width: Width? = nil) {
    self.text = text
    self.raster = raster
    self.width = width
  }

  /// A width that its author wants.
  package enum Width: Hashable, Sendable {
    /// Of the width of the text, from 1 to 100.
    case percent(Int)
    /// From 1 to `Raster.sideLimit`.
    case pixels(Int)
  }

  /// The fewest columns and rows in which a picture can be recognised; in less, it is its description.
  private static let least = (columns: 6, rows: 3)
  /// The pixels of a picture that become one column, and two of which become one row: a cell is taken to be twice as
  /// high as wide.
  private static let pixelsPerColumn = 8

  /// Returns the cells that the picture fills; nil if it has too little room.
  ///
  /// - Parameters:
  ///   - columns: the columns of the text.
  ///   - rows: the most rows.
  /// - Returns: the size, in the picture's proportions.
  package func cells(inColumns columns: Int, rows: Int) -> (columns: Int, rows: Int)? {
    let (width, height) = (raster.naturalWidth, raster.naturalHeight)
    let wanted =
      switch self.width {
      case .percent(let percent): columns * percent / 100
      case .pixels(let pixels): pixels / Self.pixelsPerColumn
      case nil: width / Self.pixelsPerColumn
      }
    var size = (columns: min(wanted, columns), rows: 0)
    size.rows = (size.columns * height + width) / (2 * width)
    if size.rows > rows {
      size = (min(size.columns, (4 * rows * width + height) / (2 * height)), rows)
    }
    return size.columns >= Self.least.columns && size.rows >= Self.least.rows ? size : nil
  }

  /// Pixels, scaled down when they were decoded, and the size of the picture that they are of.
  package struct Raster: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Row by row from the top: red, green, blue and alpha.
    package let pixels: [UInt8]
    package let naturalWidth: Int
    package let naturalHeight: Int
    /// The name of its file; nil if it can only be shown in blocks.
    package var id: PictureID?

    /// The most pixels of a side of a whole picture, which the arithmetic of scaling relies on.
    package static let sideLimit = 1 << 16

    /// Nil unless there are four bytes for each pixel, and sides from 1 to `sideLimit`.
    package init?(width: Int, height: Int, of natural: (width: Int, height: Int), pixels: [UInt8]) {
      let sides = [width, height, natural.width, natural.height]
      guard sides.allSatisfy({ (1...Self.sideLimit).contains($0) }),
        pixels.count == width * height * 4
      else { return nil }
      self.width = width
      self.height = height
      self.pixels = pixels
      (naturalWidth, naturalHeight) = natural
    }
  }
}

extension TextPicture.Raster {
  /// Returns the picture in rows of block characters, each of which shows two columns and two rows of it in two colours.
  ///
  /// Integers only, so that everybody who lays it out gets the same rows. What is transparent has no colour. Where
  /// colours are not shown, the lighter parts are seen.
  ///
  /// - Parameter size: the number of cells, at least 1.
  /// - Returns: the rows; none ends with a blank.
  package func rows(_ size: (columns: Int, rows: Int)) -> [StyledText] {
    let across = (0..<size.columns * 2).map { Self.shares(of: $0, of: size.columns * 2, in: width) }
    return (0..<size.rows).map { row in
      let bands = [2 * row, 2 * row + 1].map { band($0, of: size.rows * 2, across) }
      var cells = (0..<size.columns).map { column in
        BlockCell(bands.flatMap { $0[2 * column...2 * column + 1] })
      }
      while cells.last?.isClear == true { cells.removeLast() }
      if var last = cells.popLast() {
        last.fill()
        cells.append(last)
      }
      return cells.reduce(into: StyledText()) { $0.append($1.glyph, style: $1.style) }
    }
  }

  /// Returns a row of the scaled picture: the mean of the pixels that each of its pixels covers, in whole or in part.
  private func band(_ index: Int, of rows: Int, _ across: [[Share]]) -> [Pixel] {
    let down = Self.shares(of: index, of: rows, in: height)
    return across.map { columns in
      var sum = Pixel()
      for (x, share) in columns {
        for (y, part) in down {
          let start = (y * width + x) * 4
          let weight = share * part
          let opaque = Int(pixels[start + 3]) * weight
          sum.red += Int(pixels[start]) * opaque
          sum.green += Int(pixels[start + 1]) * opaque
          sum.blue += Int(pixels[start + 2]) * opaque
          sum.alpha += opaque
          sum.count += weight
        }
      }
      return sum.mean
    }
  }

  /// A pixel, and how much of it is covered.
  private typealias Share = (pixel: Int, share: Int)

  /// Returns the pixels that one of the equal parts of a length covers.
  private static func shares(of index: Int, of parts: Int, in length: Int) -> [Share] {
    let (start, end) = (index * length, (index + 1) * length)
    return (start / parts...(end - 1) / parts).map { pixel in
      (pixel, min(end, (pixel + 1) * parts) - max(start, pixel * parts))
    }
  }
}

/// A sum of pixels, or their mean.
private struct Pixel: Hashable {
  var red = 0
  var green = 0
  var blue = 0
  var alpha = 0
  /// The number of summed pixels.
  var count = 0

  var isOpaque: Bool { alpha >= 128 }
  var color: TextColor { .rgb(UInt8(red), UInt8(green), UInt8(blue)) }
  /// In thousandths.
  var lightness: Int { 299 * red + 587 * green + 114 * blue }

  /// The mean; a transparent pixel has no part in the colour.
  var mean: Pixel {
    guard alpha > 0 else { return Pixel() }
    let half = alpha / 2
    return Pixel(
      red: (red + half) / alpha,
      green: (green + half) / alpha,
      blue: (blue + half) / alpha,
      alpha: (alpha + count / 2) / max(1, count),
      count: 1
    )
  }

  static func + (one: Pixel, other: Pixel) -> Pixel {
    Pixel(
      red: one.red + other.red,
      green: one.green + other.green,
      blue: one.blue + other.blue,
      alpha: one.alpha + other.alpha,
      count: one.count + other.count
    )
  }

  /// The mean of the colours of summed opaque pixels.
  var shade: Pixel {
    Pixel(
      red: (red + count / 2) / count,
      green: (green + count / 2) / count,
      blue: (blue + count / 2) / count,
      alpha: 255,
      count: 1
    )
  }

  /// The square of the sum, divided by the number of pixels; in twelfths.
  var weight: Int { (red * red + green * green + blue * blue) * 12 / max(1, count) }
}

/// One cell of a picture: which of its quarters have the colour of the character, and the colours.
private struct BlockCell {
  private(set) var glyph: String
  private(set) var style: TextStyle

  /// By the quarters that are filled: 1 for the one at the upper left, 2 upper right, 4 lower left, 8 lower right.
  private static let glyphs = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]
  /// How quarters are parted into two colours; the first is preferred.
  private static let partitions = [3, 5, 6, 1, 2, 4, 8]

  var isClear: Bool { style == .plain }

  /// - Parameter quarters: in the order of their numbers.
  init(_ quarters: [Pixel]) {
    func sum(_ mask: Int) -> Pixel {
      quarters.indices.reduce(Pixel()) { mask >> $1 & 1 == 1 ? $0 + quarters[$1] : $0 }
    }
    let opaque = quarters.indices.reduce(0) { quarters[$1].isOpaque ? $0 | 1 << $1 : $0 }
    guard opaque == 15 else {
      glyph = Self.glyphs[opaque]
      style = opaque == 0 ? .plain : TextStyle(foreground: sum(opaque).shade.color)
      return
    }
    // The parts whose colours differ least within each: those whose sums weigh most.
    var best = (mask: 3, weight: -1)
    for mask in Self.partitions {
      let weight = sum(mask).weight + sum(15 - mask).weight
      if weight > best.weight { best = (mask, weight) }
    }
    var (ink, ground) = (sum(best.mask).shade, sum(15 - best.mask).shade)
    if ink == ground {
      let isLight = ink.lightness >= 128_000
      glyph = isLight ? "█" : " "
      style = TextStyle(foreground: isLight ? ink.color : nil, background: ground.color)
      return
    }
    // The character is lighter than its ground.
    if ink.lightness < ground.lightness {
      swap(&ink, &ground)
      best.mask = 15 - best.mask
    }
    glyph = Self.glyphs[best.mask]
    style = TextStyle(foreground: ink.color, background: ground.color)
  }

  /// Makes a cell visible that is a blank with a ground, since no row ends with a blank.
  mutating func fill() {
    guard glyph == " ", let ground = style.background else { return }
    glyph = "▀"
    style.foreground = ground
  }
}
