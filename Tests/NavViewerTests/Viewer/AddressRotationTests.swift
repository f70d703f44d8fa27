import NavViewer
import NavWire
import Testing

@Suite("The addresses of an invitation, at which a viewer looks for its daemon in turn")
struct AddressRotationTests {
  private let office: TCPAddress
  private let home: TCPAddress
  private let abroad: TCPAddress

  init() throws {
    office = try #require(TCPAddress("tcp://192.0.2.7:7100"))
    home = try #require(TCPAddress("tcp://navd.example:7100"))
    abroad = try #require(TCPAddress("tcp://[2001:db8::7]:7100"))
  }

  @Test("each address has its turn, then the first one again")
  func turns() {
    var rotation = AddressRotation(office, or: [home, abroad])
    #expect(rotation.count == 3)
    #expect(rotation.current == office)
    #expect(rotation.next() == home)
    #expect(rotation.current == home)
    #expect(rotation.next() == abroad)
    #expect(rotation.next() == office)
  }

  @Test("a single address is kept, also if it is named twice")
  func single() {
    var rotation = AddressRotation(office, or: [office])
    #expect(rotation.count == 1)
    #expect(rotation.next() == office)
    #expect(rotation.handshakeSucceeded() == nil)
  }

  @Test("the first handshake at another address is told, once")
  func confirmation() {
    var rotation = AddressRotation(office, or: [home])
    #expect(rotation.handshakeSucceeded() == nil)
    _ = rotation.next()
    #expect(rotation.handshakeSucceeded() == home)
    #expect(rotation.handshakeSucceeded() == nil)
    // The daemon is found where it was before.
    _ = rotation.next()
    _ = rotation.next()
    #expect(rotation.handshakeSucceeded() == nil)
    _ = rotation.next()
    #expect(rotation.handshakeSucceeded() == office)
  }
}
