import Glibc
import Testing
import ZeroMQ

@testable import NavClient

/// The interpretation of what a daemon does during a handshake.
@Suite struct HandshakeTests {
  private static let refused = MonitorEvent.Kind.handshakeFailed(.connection(EPIPE))

  @Test(
    "an early end is a refusal, a late one the daemon's limit, and attempts that time out are repeated",
    arguments: [
      ([(0.2, .connected), (0.9, .handshakeSucceeded)], .accepted),
      ([(0.2, .connected), (0.4, refused)], .refused),
      ([(0.2, .connected), (0.4, .disconnected)], .refused),
      // The handshake has lost packets: libzmq connects again.
      (
        [(0.2, .connected), (10.2, refused), (10.5, .connected), (11.0, .handshakeSucceeded)],
        .accepted
      ),
      ([(0.2, .connected), (10.2, .disconnected), (10.2, .retried(after: .zero))], nil),
      ([(0.1, .closed)], .closed),
      ([(0.1, .retried(after: .zero))], .closed),
      ([(3.0, .closed), (3.2, .connected), (3.8, .handshakeSucceeded)], .accepted),
      ([(3.0, .closed), (3.0, .retried(after: .zero))], nil),
      ([(3.0, .closed), (6.2, .closed)], .unreachable),
    ] as [([(Double, MonitorEvent.Kind)], Handshake.Result?)]
  )
  func events(_ events: [(Double, MonitorEvent.Kind)], result: Handshake.Result?) {
    var progress = Handshake.Progress(at: .seconds(100))
    var found: Handshake.Result?
    for (time, kind) in events where found == nil {
      found = progress.receive(kind, at: .seconds(100) + .seconds(time))
    }
    #expect(found == result)
  }

  @Test func theDeadlineEndsIt() {
    var progress = Handshake.Progress(at: .zero)
    #expect(progress.tick(at: .seconds(14)) == nil)
    #expect(progress.tick(at: .seconds(15)) == .unreachable)
    let early = progress.receive(.connected, at: .seconds(3))
    #expect(early == nil)
    #expect(progress.tick(at: .seconds(15)) == .silence)
  }
}
