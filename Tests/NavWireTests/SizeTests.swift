import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Bytes on the wire")
struct SizeTests {
  private let viewport = CellSize(columns: 80, rows: 24)
  /// The length of the topic before an update.
  private let topicBytes = 29

  /// A page of a talk: 20 rows of prose on 80x24.
  private let prose = TextDocument(blocks: [
    .paragraph(
      StyledText(
        """
        A daemon owns the session and lays it out once for every size of terminal that watches it. \
        A viewer never computes a layout: it keeps a copy of what its own terminal shows, paints it, \
        and sends what was typed. That is why a small terminal in a corner and a projector on the \
        wall can follow the same talk, each of them filled as well as its size allows.
        """
      )
    ),
    .paragraph(
      StyledText(
        """
        When somebody turns the page, the way of the slide is known before it begins. It is sent once, \
        as a few small numbers for each sixtieth of a second, and every viewer plays it by its own \
        clock. A viewer on a slow line shows fewer of these moments, never a queue of old ones, and \
        always ends where the talk is.
        """
      )
    ),
    .paragraph(
      StyledText(
        """
        The text of a page travels once, when it comes into view. What stays on the screen is not \
        said again. Each message carries a number over the whole scene, so that a viewer that has \
        missed something notices it with the next message at the latest, asks for the present state \
        and goes on from there.
        """
      )
    ),
    .paragraph(
      StyledText(
        """
        All of this works over a line that was slow thirty years ago.
        """
      )
    ),
  ])

  /// Returns the published bytes of a turn to the second of two pages.
  private func turn(to document: TextDocument, title: String) throws -> (bytes: Int, scene: Scene) {
    let empty = PageContent(title: "", document: TextDocument())
    var session = Session(pages: [empty, PageContent(title: title, document: document)])
    var publisher = Publisher(
      epoch: 1_760_000_000_000,
      seq: 1_000,
      version: 1_000,
      scene: session.rest(in: viewport, viewers: 3)
    )
    let now = Duration.seconds(5_000)
    try session.perform(.forward, seenIn: viewport, at: now)
    let (trajectory, startedAt) = session.layout(in: viewport, viewers: 3, at: now)
    let update = publisher.publish(
      trajectory,
      startedAt: startedAt,
      seq: 1_001,
      version: 1_001,
      now: now
    )
    return (LayoutMessage.update(update).encoded().count, trajectory.end)
  }

  @Test("a slide from page to page is at most 300 bytes, topic included")
  func slide() throws {
    let bytes = try turn(to: TextDocument(), title: "Kind of Blue").bytes
    #expect(topicBytes + bytes <= 300)
  }

  @Test("a page's text costs at most 1.2 times its UTF-8")
  func text() throws {
    let empty = try turn(to: TextDocument(), title: "Kind of Blue")
    let full = try turn(to: prose, title: "Kind of Blue")
    let page = try #require(full.scene[PagerLayout.pageID(1)])
    #expect(page.content.height == 20)
    let utf8 = page.rows.segments.flatMap(\.rows).reduce(0) { $0 + $1.text.utf8.count }
    #expect(Double(full.bytes - empty.bytes) <= 1.2 * Double(utf8))
  }

  @Test("a viewer that joins gets a page of prose in at most 2,000 bytes")
  func join() throws {
    var session = Session(pages: [PageContent(title: "Kind of Blue", document: prose)])
    var publisher = Publisher(
      epoch: 1_760_000_000_000,
      seq: 1_000,
      version: 1_000,
      scene: session.rest(in: viewport, viewers: 3)
    )
    let snapshot = LayoutMessage.snapshot(publisher.snapshot(now: .zero)).encoded()
    #expect(37 + snapshot.count <= 2_000)
  }
}
