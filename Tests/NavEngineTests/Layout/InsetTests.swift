import NavBase
import NavEngine
import Testing

@Suite("SV-2: insets of pages")
struct InsetTests {
  private static let insets = [
    ContentInsets(), ContentInsets(all: 1), ContentInsets(all: 3), ContentInsets(top: 4),
    ContentInsets(bottom: 5), ContentInsets(top: 2, left: 7, bottom: 1, right: 3),
    ContentInsets(all: 100),
  ]

  private static func body(
    _ count: Int,
    _ insets: ContentInsets,
    in frame: CellSize
  ) -> InsetBody {
    let fitting = insets.fitting(frame)
    let page = PageContent(
      title: "",
      document: TextDocument(blocks: [.preformatted(lines: (0..<count).map { "line \($0)" })])
    )
    let room = fitting.room(in: frame)
    let text = FlowedText(
      page.document,
      room: PageLayout.readingRoom(of: page, inRoom: room.columns)
    )
    let base = PageLayout(reading: text, frame: room, header: 0, columns: room.columns)
    return InsetBody(base, insets: fitting, frame: frame)
  }

  @Test("an inset takes a quarter of the size at most", arguments: insets)
  func fitting(insets: ContentInsets) {
    for columns in 0...120 {
      let room = CellSize(columns: columns, rows: columns / 3)
      let fitting = insets.fitting(room)
      let left = fitting.room(in: room)
      #expect(left.columns >= (columns + 1) / 2 && left.rows >= (columns / 3 + 1) / 2)
      #expect(fitting.left <= insets.left && fitting.top <= insets.top)
      #expect(fitting.fitting(room) == fitting)
    }
  }

  @Test(
    "every row that a page can be scrolled to has an anchor of its own, and ends are ends",
    arguments: insets
  )
  func anchors(insets: ContentInsets) throws {
    for rows in [1, 2, 4, 8, 12, 24, 59] {
      for count in [0, 1, 5, 11, 20, 60, 200] {
        let body = Self.body(count, insets, in: CellSize(columns: 80, rows: rows))
        let place = "\(count) lines in \(rows) rows"
        #expect(body.offset(for: .top) == body.minimumOffset, "\(place)")
        #expect(body.offset(for: body.endAnchor) == body.maximumOffset, "\(place)")
        #expect(body.minimumOffset == -body.insets.top)
        for offset in body.minimumOffset...body.maximumOffset {
          let anchor = body.anchor(forOffset: offset)
          #expect(body.offset(for: anchor) == offset, "\(place), \(offset): \(anchor)")
        }
        // Free rows are above the first line and below the last one, at most as many as requested.
        let metrics = body.scrollMetrics
        #expect(metrics.range.lowerBound == Double(body.minimumOffset))
        #expect(metrics.range.upperBound == Double(body.maximumOffset), "\(place)")
        if body.overflows {
          #expect(body.rowCount - body.maximumOffset == body.visibleRows - body.insets.bottom)
        }
      }
    }
  }

  @Test("text is wrapped between the horizontal insets, and drawn there")
  func sides() {
    let frame = CellSize(columns: 80, rows: 24)
    let plain = Self.body(5, ContentInsets(), in: frame).content
    let inset = Self.body(5, ContentInsets(left: 10, right: 6), in: frame).content
    #expect(inset.x == plain.x + 10 && inset.maxX == plain.maxX - 6)
    // Smaller sizes have smaller insets.
    let narrow = CellSize(columns: 20, rows: 8)
    #expect(Self.body(5, ContentInsets(all: 50), in: narrow).content.x == 5)
  }

  @Test(
    "a page begins with its upper inset and ends with its lower one, where it can be dragged"
  )
  func scrolling() throws {
    let body = Self.body(60, ContentInsets(top: 4, bottom: 3), in: CellSize(columns: 80, rows: 24))
    var scroll = PageScroll(anchor: .top, gesture: nil, body: body)
    #expect(scroll.offset(at: .zero) == -4)
    let pull = try #require(scroll.beginPan(anchor: .top, body: body, at: .zero))
    #expect(pull.base == .top)
    scroll.follow(anchor: body.endAnchor, gesture: nil, body: body, at: .zero)
    #expect(scroll.target == 60 + 3 - 24)
  }
}
