import NavBase
import NavScene
import NavWire
import Testing

@testable import NavViewer

/// What is done in a session, as a script.
@Suite struct ScriptRecorderTests {
  private static let list = ContainerID(rawValue: 7)

  /// A list of two entries.
  private static func scene() -> Scene {
    var scene = Scene(viewport: CellSize(columns: 40, rows: 10))
    let frame = CellRect(x: 0, y: 0, width: 40, height: 9)
    var page = Container(id: list, kind: .page, frame: frame)
    page.content = CellRect(x: 1, y: 1, width: 38, height: 2)
    page.rows.set([TextRow("Alpha  35 B"), TextRow("Beta 2")], at: 0)
    page.pageCount = 2
    page.selection = 0
    scene.insert(page)
    (scene.focus, scene.focusKind) = (list, .list)
    return scene
  }

  @Test func aTargetLeadsToItsAction() throws {
    let scenes = [Self.scene(), Nest.scene()]
    for scene in scenes {
      var actions: Set<SessionAction> = []
      let size = Scene.room(in: scene.viewport)
      for y in 0..<size.rows {
        for x in 0..<size.columns {
          let cell = ScriptTarget.cell(CellPoint(x: x, y: y))
          if let action = try? scene.action(tapping: cell) { actions.insert(action) }
        }
      }
      #expect(actions.count > 1)
      for action in actions {
        let target = scene.target(of: action)
        #expect(try target.map { try scene.action(tapping: $0) } == action, "\(action)")
      }
    }
    #expect(scenes[0].target(of: .tap(Self.list, row: 0)) == .words("Alpha"))
    #expect(scenes[0].target(of: .tap(Self.list, row: 1)) == .words("Beta 2"))
    #expect(scenes[0].target(of: .tap(Self.list, row: 2)) == nil)
  }

  @Test func entriesAreLines() {
    let size = CellSize(columns: 40, rows: 10)
    func input(_ action: SessionAction, in viewport: CellSize? = nil) -> JournalEntry.Event {
      .step(.input(RecordedInput(action, in: viewport ?? size)))
    }
    let pan = Pan(gesture: 1, container: Self.list, axis: .horizontal, translation: -12)
    let drag = SessionAction.release(PanEnd(pan, velocity: -30.4))
    let content = JournalContent(.tour(command: ""), number: 1)
    // The time in milliseconds, the entry and its lines.
    let table: [(Int, JournalEntry.Event, [String])] = [
      (1_000, .content(content), []), (1_000, .step(.state(RecordedState(NavigationState()))), []),
      (1_100, input(.command(.forward)), ["next"]),
      // Short pauses count for the next one.
      (1_150, input(.keys([Key(.right), "q", " "])), ["key Right Space"]),
      (1_250, input(.command(.search("kind of"))), ["wait 200ms", "search \"kind of\""]),
      (3_200, input(.command(.search("a\nb"))), ["wait 2s", "# missing: search"]),
      (3_200, input(.tap(Self.list, row: 1)), ["tap \"Beta 2\""]),
      (
        3_200, input(.tap(Self.list, row: 5)),
        ["# missing: a tap on what was not on the screen of 40x10"]
      ),
      (3_200, input(drag), ["drag 0 0 -12 0 -30"]),
      (3_200, input(drag, in: .standardTerminal), ["# missing: a drag in a terminal of 80x24"]),
      (3_200, input(.visit(Visit([]))), ["# missing: a jump from the outline or a find"]),
      (3_200, .mark("the end"), ["mark \"the end\""]),
      (3_200, .mark("the end"), ["# missing: a mark 'the end', whose name is empty or taken"]),
      (3_200, .said("Any \"#\"?"), ["say \"Any \\\"#\\\"?\""]),
      (3_200, .content(content), []),
      (
        3_200, .content(JournalContent(.tour(command: ""), number: 2)),
        ["# missing: other content is shown from here on"]
      ),
    ]
    var recorder = ScriptRecorder(size: size)
    for (time, event, lines) in table {
      let entry = JournalEntry(event, at: .milliseconds(time))
      #expect(recorder.lines(for: entry, on: Self.scene()) == lines, "\(event)")
    }
  }
}
