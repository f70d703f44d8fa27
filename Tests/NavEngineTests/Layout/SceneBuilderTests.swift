import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("SceneBuilder: the scenes of a motion")
struct SceneBuilderTests {
  private let page = Container(7, .page, CellRect(0, 0, 80, 23))

  private func motion(_ add: (inout SceneBuilder) -> Void) -> Trajectory {
    var builder = SceneBuilder(viewport: .standardTerminal, length: 4)
    add(&builder)
    return builder.trajectory(
      focus: page.id,
      kind: .none,
      facts: SessionFacts(name: "test", viewers: 1)
    )
  }

  @Test("only a scene with the focused container names it as the focus")
  func focus() {
    let there = motion { $0.add(page) }
    #expect(there.start.focus == page.id && there.end.focus == page.id)
    let appearing = motion { $0.add(from: nil, to: page) }
    #expect(appearing.start.focus == nil && appearing.end.focus == page.id)
    let leaving = motion { $0.add(from: page, to: nil) }
    #expect(leaving.start.focus == page.id && leaving.end.focus == nil)
  }
}
