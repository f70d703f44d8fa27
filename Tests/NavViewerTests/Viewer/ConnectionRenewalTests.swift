import NavViewer
import Testing

@Suite("Connections that are made anew because libzmq does it no more")
struct ConnectionRenewalTests {
  @Test("a socket that is disconnected for 10 s is connected anew, again and again")
  func renewal() {
    var renewal = ConnectionRenewal()
    #expect(renewal.nextWake == nil)
    renewal.disconnected(.input, at: .seconds(1))
    // Another end, of a further attempt, changes nothing.
    renewal.disconnected(.input, at: .seconds(9))
    #expect(renewal.nextWake == .seconds(11))
    let early = renewal.tick(at: .seconds(10))
    #expect(!early)
    let due = renewal.tick(at: .seconds(11))
    #expect(due && renewal.nextWake == .seconds(21))
    let again = renewal.tick(at: .seconds(22))
    #expect(again && renewal.nextWake == .seconds(32))
  }

  @Test("each socket needs a handshake of its own")
  func handshakes() {
    var renewal = ConnectionRenewal()
    renewal.disconnected(.input, at: .seconds(1))
    renewal.disconnected(.layout, at: .seconds(2))
    renewal.handshakeSucceeded(.input)
    #expect(renewal.nextWake == .seconds(12))
    renewal.handshakeSucceeded(.layout)
    #expect(renewal.nextWake == nil)
    let idle = renewal.tick(at: .seconds(100))
    #expect(!idle)
  }

  @Test("after a restart both sockets are waited for")
  func restart() {
    var renewal = ConnectionRenewal()
    renewal.restarted(at: .seconds(1))
    renewal.handshakeSucceeded(.layout)
    #expect(renewal.nextWake == .seconds(11))
    renewal.handshakeSucceeded(.input)
    #expect(renewal.nextWake == nil)
  }
}
