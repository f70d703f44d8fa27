import NavBase
import Testing

@Suite("Places in pages that could not be read")
struct MissingPagesTests {
  private typealias Place = NavigationState
  private typealias Node = NavigationState.Node

  private static func stack(_ keys: String..., active: Int? = nil) -> Node {
    .stack(
      Place.Stack(
        keys: keys.map { Array($0.utf8) },
        active: active ?? keys.count,
        position: .left
      )
    )
  }

  private static func rows(_ selection: Int) -> Node {
    let entry = Place.Rows.Entry(index: selection, key: [UInt8(selection)])
    return .rows(Place.Rows(selection: entry, anchor: .top))
  }

  private struct Case: CustomTestStringConvertible {
    let testDescription: String
    /// The last place with all pages.
    let earlier: [Place.Path: Node]
    let missing: Set<Place.Path>
    /// The present place, with notices.
    let now: [Place.Path: Node]
    let kept: [Place.Path: Node]
  }

  private static let cases: [Case] = [
    Case(
      testDescription: "nothing is missing",
      earlier: [[]: stack("a"), [1]: rows(3)],
      missing: [],
      now: [[]: stack("a")],
      kept: [[]: stack("a")]
    ),
    Case(
      testDescription: "nobody has moved",
      earlier: [[]: stack("a", "b"), [0]: rows(1), [1]: rows(2), [2]: rows(3)],
      missing: [[1]],
      now: [[]: stack("a"), [0]: rows(1)],
      kept: [[]: stack("a", "b"), [0]: rows(1), [1]: rows(2), [2]: rows(3)]
    ),
    Case(
      testDescription: "another entry is selected in the list below",
      earlier: [[]: stack("a", "b"), [0]: rows(1), [2]: rows(3)],
      missing: [[2]],
      now: [[]: stack("a", "b"), [0]: rows(5)],
      kept: [[]: stack("a", "b"), [0]: rows(5), [2]: rows(3)]
    ),
    Case(
      testDescription: "somebody scrolled the notice, which is another kind of page",
      earlier: [[]: .tabs(Place.Tabs(selected: 1, isBottomShown: false)), [1, 3]: rows(2)],
      missing: [[1]],
      now: [
        []: .tabs(Place.Tabs(selected: 0, isBottomShown: false)), [0]: rows(1), [1]: rows(9),
      ],
      kept: [
        []: .tabs(Place.Tabs(selected: 0, isBottomShown: false)), [0]: rows(1), [1, 3]: rows(2),
      ]
    ),
    Case(
      testDescription: "people went back to the page below",
      earlier: [[]: stack("a", "b"), [1]: rows(2)],
      missing: [[1]],
      now: [[]: stack("a", active: 0)],
      kept: [[]: stack("a", "b", active: 0), [1]: rows(2)]
    ),
    Case(
      testDescription: "people opened another page in its stead",
      earlier: [[]: stack("a", "b"), [1]: rows(2), [2]: rows(3)],
      missing: [[1]],
      now: [[]: stack("c"), [1]: rows(7)],
      kept: [[]: stack("c"), [1]: rows(7)]
    ),
    Case(
      testDescription: "people closed it",
      earlier: [[]: stack("a", "b"), [2]: rows(3)],
      missing: [[2]],
      now: [[]: stack("a")],
      kept: [[]: stack("a")]
    ),
    Case(
      testDescription: "people closed the only one",
      earlier: [[]: stack("a"), [1]: rows(3)],
      missing: [[1]],
      now: [:],
      kept: [:]
    ),
    Case(
      testDescription: "a page with a container of its own, behind a tab",
      earlier: [
        []: .tabs(Place.Tabs(selected: 1, isBottomShown: false)), [1]: stack("a", "b"),
        [1, 1]: .pager(Place.Pager(current: 4)), [1, 1, 4]: rows(9), [1, 2]: rows(2),
      ],
      missing: [[1, 1]],
      now: [[]: .tabs(Place.Tabs(selected: 0, isBottomShown: true)), [1]: stack("a")],
      kept: [
        []: .tabs(Place.Tabs(selected: 0, isBottomShown: true)), [1]: stack("a", "b"),
        [1, 1]: .pager(Place.Pager(current: 4)), [1, 1, 4]: rows(9), [1, 2]: rows(2),
      ]
    ),
  ]

  @Test("places in missing pages and above them are kept until the session moves", arguments: cases)
  private func keeping(_ example: Case) {
    let now = Place(nodes: example.now)
    let kept = now.keeping(Place(nodes: example.earlier), at: example.missing)
    #expect(kept.nodes == example.kept)
    // A second time changes nothing.
    #expect(kept.keeping(Place(nodes: example.earlier), at: example.missing) == kept)
  }
}
