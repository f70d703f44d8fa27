package import NavBase
import NavScene

/// The cells of a canvas over which a terminal shows a picture.
package struct PictureCover: Hashable, Sendable {
  package var frame: CellRect
  /// The number of the picture at this place, from 1 to 2^24 - 1: cells of different pictures differ by it.
  package var number: Int
  /// Whether the cells are kitty's placeholders, which show the picture themselves; else they are blanks, and the
  /// picture is drawn over them.
  package var isPlaceholder: Bool

  package init(_ frame: CellRect, number: Int, isPlaceholder: Bool) {
    (self.frame, self.number, self.isPlaceholder) = (frame, number, isPlaceholder)
  }

  var rows: Range<Int> { frame.y..<frame.maxY }

  /// The character of kitty's placeholders.
  static let placeholder: Unicode.Scalar = "\u{10EEEE}"
  /// The marks that number the rows and columns of placeholders, in their order, as far as a page has rows (kitty's
  /// graphics protocol, Unicode placeholders).
  private static let marks: [Unicode.Scalar] =
    ([
      0x305...0x305, 0x30D...0x30E, 0x310...0x310, 0x312...0x312, 0x33D...0x33F, 0x346...0x346,
      0x34A...0x34C, 0x350...0x352, 0x357...0x357, 0x35B...0x35B, 0x363...0x36F, 0x483...0x487,
      0x592...0x595, 0x597...0x599, 0x59C...0x5A1, 0x5A8...0x5A9, 0x5AB...0x5AC, 0x5AF...0x5AF,
      0x5C4...0x5C4, 0x610...0x617, 0x657...0x65B, 0x65D...0x65E, 0x6D6...0x6DC, 0x6DF...0x6E2,
      0x6E4...0x6E4, 0x6E7...0x6E8, 0x6EB...0x6EC, 0x730...0x730, 0x732...0x733, 0x735...0x736,
      0x73A...0x73A, 0x73D...0x73D, 0x73F...0x741, 0x743...0x743, 0x745...0x745, 0x747...0x747,
      0x749...0x74A, 0x7EB...0x7F1, 0x7F3...0x7F3, 0x816...0x819, 0x81B...0x823, 0x825...0x827,
    ] as [ClosedRange<UInt32>]).flatMap { $0.compactMap { Unicode.Scalar($0) } }

  /// The most rows of placeholders.
  package static let rowLimit = marks.count

  /// Returns the first placeholder of a row; those behind it continue it without marks.
  static func first(ofRow row: Int) -> Character {
    var scalars = String.UnicodeScalarView([placeholder])
    scalars.append(contentsOf: [marks[row], marks[0]])
    return Character(String(scalars))
  }
}

extension Canvas {
  /// Covers the cells of a picture, as far as they are in some rows.
  mutating func cover(_ cover: PictureCover, in rows: RowSet) {
    let frame = cover.frame.intersection(bounds)
    let look = CellStyle(foreground: Color(RGB(hex: UInt32(cover.number))))
    for y in frame.y..<frame.maxY where rows.contains(y) {
      let row = CellRect(x: frame.x, y: y, width: frame.width, height: 1)
      fill(row, with: cover.isPlaceholder ? PictureCover.placeholder : "\u{A0}", look)
      guard cover.isPlaceholder, y - cover.frame.y < PictureCover.rowLimit else { continue }
      let first = glyph(of: PictureCover.first(ofRow: y - cover.frame.y))
      put(first, width: 1, x: frame.x, y: y, look: look, link: 0)
    }
  }
}

extension PaintPlan {
  /// Returns the pictures of pages that are seen in whole, with their cells: nothing lies over them or darkens them.
  func pictures(in scene: Scene) -> [(picture: PlacedPicture, frame: CellRect)] {
    steps.indices.flatMap { index -> [(picture: PlacedPicture, frame: CellRect)] in
      let (step, page) = (steps[index], scene[at: steps[index].index])
      let placement = step.placement
      guard step.kind == .page, placement.overlay == 0, !page.isMirrored else { return [] }
      let content = page.content
      let origin = CellPoint(x: placement.frame.x + content.x, y: placement.frame.y + content.y)
      let rows = CellRect(
        x: placement.frame.x,
        y: origin.y,
        width: placement.frame.width,
        height: page.visibleRows
      )
      .intersection(placement.clip)
      return page.pictures.compactMap { picture in
        let frame = CellRect(
          x: origin.x - page.scroll.x + picture.column,
          y: origin.y - page.rowsAway(peekingBy: step.peek) + picture.row,
          width: picture.columns,
          height: picture.rows
        )
        let isFree = steps[(index + 1)...].allSatisfy {
          $0.placement.clip.intersection(frame).isEmpty
        }
        return isFree && rows.intersection(frame) == frame ? (picture, frame) : nil
      }
    }
  }
}
