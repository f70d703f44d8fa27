import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("Find: the prompt, the results, and the target of Enter")
struct FindOverlayTests {
  private func places(_ names: String...) -> [FoundPlaces.Place] {
    names.map { FoundPlaces.Place(visit: Visit([Array($0.utf8)]), label: $0, marks: [0..<1]) }
  }

  private func words(_ did: [SteppedViewer.Did]) -> [String] {
    did.compactMap { if case .sent(.find(_, let words)) = $0 { words } else { nil } }
  }

  private func visits(_ did: [SteppedViewer.Did]) -> [Visit] {
    did.compactMap {
      guard case .sent(.input(let input)) = $0, case .visit(let visit) = input.action else {
        return nil
      }
      return visit
    }
  }

  private func overlay(_ viewer: SteppedViewer) -> FindOverlay? {
    if case .find(let overlay) = viewer.core.view.overlay { overlay } else { nil }
  }

  private func text(_ viewer: SteppedViewer) -> String {
    viewer.screen().textLines.joined(separator: "\n")
  }

  private func open() throws -> SteppedViewer {
    let viewer = try SteppedViewer().joined()
    try viewer.press("F")
    #expect(try words(viewer.take()) == [""])
    return viewer
  }

  @Test("while a worker searches, the request is repeated, and every change is requested")
  func questions() throws {
    let viewer = try open()
    try viewer.answer(.found(FoundPlaces(.files, places: places("a", "b"), looked: 2)))
    #expect(overlay(viewer)?.list.count == 2)
    viewer.pass(FindOverlay.pause)
    #expect(try words(viewer.tick()) == [""])
    // A change during a request is requested after it.
    try viewer.press("x")
    #expect(try words(viewer.tick()).isEmpty)
    try viewer.answer(.found(FoundPlaces(.files, places: places("a"), looked: 3, isDone: true)))
    #expect(try words(viewer.tick()) == ["x"])
    try viewer.answer(.found(FoundPlaces(.files, places: places("x"), looked: 3, isDone: true)))
    viewer.pass(.seconds(1))
    #expect(try words(viewer.tick()).isEmpty)
    #expect(text(viewer).contains("Find files"))
  }

  @Test("Enter goes to a result, and `>` and `<` go through the others, in a cycle")
  func results() throws {
    let viewer = try open()
    try viewer.answer(.found(FoundPlaces(.chapters, places: places("a", "b", "c"), isDone: true)))
    try viewer.press("Down", "Enter")
    #expect(try visits(viewer.take()) == [Visit([[98]])])
    #expect(overlay(viewer) == nil)
    try viewer.press(">", ">", "<")
    #expect(try visits(viewer.take()) == [Visit([[99]]), Visit([[97]]), Visit([[99]])])
    #expect(viewer.screen().notice.text == "result 3 of 3: c")
  }

  @Test("Esc closes the overlay without a request; without results there are none to step through")
  func escape() throws {
    let viewer = try open()
    try viewer.press("a", "Esc")
    #expect(overlay(viewer) == nil)
    try viewer.press(">")
    #expect(try visits(viewer.take()).isEmpty)
    #expect(viewer.screen().notice.text?.contains("F finds") == true)
  }

  @Test("the selected result stays selected while better ones arrive")
  func selection() throws {
    let viewer = try open()
    try viewer.answer(.found(FoundPlaces(.files, places: places("a", "b"))))
    try viewer.press("Down")
    viewer.pass(FindOverlay.pause)
    _ = try viewer.tick()
    try viewer.answer(.found(FoundPlaces(.files, places: places("0", "a", "b"), isDone: true)))
    #expect(overlay(viewer)?.list.selection == 2)
  }

  @Test("a session without searchable content shows a message")
  func refusal() throws {
    let viewer = try open()
    try viewer.refuse(.rejected, "there is nothing below to find")
    #expect(text(viewer).contains("there is nothing below"))
  }
}
