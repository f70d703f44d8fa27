import NavCommands
import NavModel
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

  private func words(_ did: [Desk.Did]) -> [String] {
    did.compactMap { if case .sent(.find(_, let words)) = $0 { words } else { nil } }
  }

  private func visits(_ did: [Desk.Did]) -> [Visit] {
    did.compactMap {
      guard case .sent(.input(let input)) = $0, case .visit(let visit) = input.action else {
        return nil
      }
      return visit
    }
  }

  private func overlay(_ desk: Desk) -> FindOverlay? {
    if case .find(let overlay) = desk.core.view.overlay { overlay } else { nil }
  }

  private func text(_ desk: Desk) -> String {
    desk.screen().textLines.joined(separator: "\n")
  }

  private func open() throws -> Desk {
    let desk = Desk()
    try desk.join()
    try desk.press("F")
    #expect(try words(desk.take()) == [""])
    return desk
  }

  @Test("while a worker searches, the request is repeated, and every change is requested")
  func questions() throws {
    let desk = try open()
    try desk.answer(.found(FoundPlaces(.files, places: places("a", "b"), looked: 2)))
    #expect(overlay(desk)?.list.count == 2)
    desk.pass(FindOverlay.pause)
    #expect(try words(desk.tick()) == [""])
    // A change during a request is requested after it.
    try desk.press("x")
    #expect(try words(desk.tick()).isEmpty)
    try desk.answer(.found(FoundPlaces(.files, places: places("a"), looked: 3, isDone: true)))
    #expect(try words(desk.tick()) == ["x"])
    try desk.answer(.found(FoundPlaces(.files, places: places("x"), looked: 3, isDone: true)))
    desk.pass(.seconds(1))
    #expect(try words(desk.tick()).isEmpty)
    #expect(text(desk).contains("Find files"))
  }

  @Test("Enter goes to a result, and `>` and `<` go through the others, in a cycle")
  func results() throws {
    let desk = try open()
    try desk.answer(.found(FoundPlaces(.chapters, places: places("a", "b", "c"), isDone: true)))
    try desk.press("Down", "Enter")
    #expect(try visits(desk.take()) == [Visit([[98]])])
    #expect(overlay(desk) == nil)
    try desk.press(">", ">", "<")
    #expect(try visits(desk.take()) == [Visit([[99]]), Visit([[97]]), Visit([[99]])])
    #expect(desk.screen().notice.text == "result 3 of 3: c")
  }

  @Test("Esc closes the overlay without a request; without results there are none to step through")
  func escape() throws {
    let desk = try open()
    try desk.press("a", "Esc")
    #expect(overlay(desk) == nil)
    try desk.press(">")
    #expect(try visits(desk.take()).isEmpty)
    #expect(desk.screen().notice.text?.contains("F finds") == true)
  }

  @Test("the selected result stays selected while better ones arrive")
  func selection() throws {
    let desk = try open()
    try desk.answer(.found(FoundPlaces(.files, places: places("a", "b"))))
    try desk.press("Down")
    desk.pass(FindOverlay.pause)
    _ = try desk.tick()
    try desk.answer(.found(FoundPlaces(.files, places: places("0", "a", "b"), isDone: true)))
    #expect(overlay(desk)?.list.selection == 2)
  }

  @Test("a session without searchable content shows a message")
  func refusal() throws {
    let desk = try open()
    try desk.refuse(.rejected, "there is nothing below to find")
    #expect(text(desk).contains("there is nothing below"))
  }
}
