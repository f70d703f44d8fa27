import CNavSupport
import Foundation
import NavBase
import NavSystem
import NavTestKit
import NavViewer
import NavWire
import Testing
import ZeroMQ

@testable import NavClient

/// The messages that a viewer reads in one turn.
@Suite struct ViewerLinkTests {
  @Test("a signal is looked at before the next message")
  func signals() throws {
    let directory = try makeTemporaryDirectory("link")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let endpoints = Endpoints(directory: directory)
    let context = try Context()
    var layout = try Socket(.xpublish, in: context)
    try layout.bind(Endpoint(parsing: endpoints.layout))
    let signal = nav_eventfd_open()
    var link = try ViewerLink(endpoints, signals: signal, tunnel: nil)
    var poller = Poller()
    link.add(to: &poller)
    var core = Self.core
    var exit: ClientExit?
    _ = try link.perform(.subscribe([1]), &exit)
    try eventually("the daemon has the subscription") { try layout.receive() != nil }
    _ = try poller.wait(timeout: .seconds(10))
    _ = try layout.send([[1], []])
    try eventually("only the message is left") {
      // Too long a turn for messages; the event of the connection is read.
      try link.receive(poller, for: &core, at: monotonicNow() - .seconds(1))
      return try poller.wait(timeout: .zero) == 1
    }
    func receive() throws -> Int {
      // A turn in which messages have been read for 5 ms.
      try link.receive(poller, for: &core, at: monotonicNow() - .milliseconds(5))
      return try poller.wait(timeout: .zero)
    }
    _ = nav_eventfd_signal(signal)
    #expect(try receive() == 2, "the signal and the message")
    _ = nav_eventfd_drain(signal)
    try eventually("without a signal it is read") { try receive() == 0 }
  }

  @Test("an unread signal ends the process within 100 ms, but not while it reads small messages")
  func patience() {
    #expect(ViewerLink.turnLimit < .milliseconds(Int64(ViewerLink.signalPatience)))
    #expect(ViewerLink.signalPatience < 100)
  }

  private static var core: ClientCore {
    ClientCore(
      options: ClientCore.Options(
        session: "talk",
        content: .tour(command: "join"),
        isContentAsked: false,
        invitation: "join"
      ),
      viewport: .standardTerminal,
      random: SystemRandomNumberGenerator(),
      now: monotonicNow()
    )
  }
}
