import NavBase
import NavScene
import Testing

@testable import NavViewer

@Suite("Messages about who may move a session, for a viewer called ada")
struct ControlNewsTests {
  private static func view(
    _ policy: ControlPolicy,
    _ driver: String,
    asking: String = "",
    requests: Int? = nil
  ) -> ControlView {
    var scene = Scene(viewport: CellSize(columns: 40, rows: 10))
    scene.policy = policy
    scene.driver = driver
    scene.asking = asking
    scene.requests = requests ?? (asking.isEmpty ? 0 : 1)
    return ControlView(scene, for: "ada")
  }

  @Test("each change has a message, and nothing else has")
  func changes() {
    var news = ControlNews()
    let steps: [(view: ControlView, message: String?)] = [
      (Self.view(.open, ""), nil),
      (Self.view(.request, "ben"), "ben drives; only the driver may move now"),
      (Self.view(.request, "ben"), nil),
      (Self.view(.request, "ben", asking: "bob"), "bob asks for control"),
      (Self.view(.request, "ben", asking: "bob", requests: 2), nil),
      (Self.view(.request, "bob"), "bob drives"),
      (Self.view(.request, ""), "bob gave control up: nobody drives"),
      (Self.view(.request, "ada"), "you drive now"),
      (Self.view(.request, "ada", asking: "bob"), "bob asks for control"),
      (Self.view(.request, "ada"), nil),
      (Self.view(.locked, "ada"), "locked: only the driver may move"),
      (Self.view(.locked, ""), "you no longer drive: nobody does"),
      (Self.view(.request, "ben"), "ben drives; only the driver may move now"),
      (Self.view(.request, "ben", asking: "ada"), nil),
      (Self.view(.request, "ben"), "your request was refused"),
      (Self.view(.request, "a\u{1B}b"), "a\u{FFFD}b drives"),
      (Self.view(.open, ""), "everybody may move now"),
    ]
    for (index, step) in steps.enumerated() {
      #expect(news.record(step.view, version: UInt64(index)) == step.message, "step \(index)")
    }
  }

  @Test(
    "a request that ends otherwise is not refused",
    arguments: [
      (view(.request, "ada"), "you drive now"), (view(.request, "bob"), "bob drives"),
      (view(.request, ""), "ben gave control up: nobody drives"),
      (view(.open, ""), "everybody may move now"),
      (view(.locked, "ben"), "locked: only the driver may move"),
    ]
  )
  private func otherEnds(end: ControlView, message: String) {
    var news = ControlNews()
    _ = news.record(Self.view(.request, "ben", asking: "ada"), version: 1)
    #expect(news.hasAsked)
    #expect(news.record(end, version: 2) == message)
    #expect(!news.hasAsked)
  }

  @Test("an accepted request is open from the version of the answer on, behind others too")
  func accepted() {
    var news = ControlNews()
    let bob = Self.view(.request, "ben", asking: "bob")
    _ = news.record(bob, version: 1)
    news.accepted(at: 3)
    #expect(news.record(Self.view(.request, "ben"), version: 2) == nil)
    #expect(news.hasAsked, "the scene is older than the answer")
    _ = news.record(Self.view(.request, "ben", asking: "bob", requests: 2), version: 3)
    #expect(news.hasAsked)
    #expect(news.record(Self.view(.request, "ben", asking: "ada"), version: 4) == nil)
    #expect(news.record(bob, version: 5) == "your request was refused")
    #expect(!news.hasAsked)
  }

  @Test("a request that was refused before a scene showed it")
  func refusedAtOnce() {
    var news = ControlNews()
    _ = news.record(Self.view(.request, "ben"), version: 1)
    news.accepted(at: 2)
    #expect(news.record(Self.view(.request, "ben"), version: 3) == "your request was refused")
    #expect(news.record(Self.view(.request, "ben"), version: 3) == nil)
  }

  @Test("a request that was taken back is not refused, and may be made again")
  func withdrawn() {
    var news = ControlNews()
    let first = Self.view(.request, "ben", asking: "ada")
    _ = news.record(first, version: 1)
    news.withdrew()
    #expect(!news.hasAsked)
    #expect(news.record(first, version: 1) == nil)
    #expect(!news.hasAsked)
    #expect(news.record(Self.view(.request, "ben"), version: 2) == nil)
    #expect(news.record(first, version: 3) == nil)
    #expect(news.hasAsked)
  }
}
