/// The connection that a message came through.
public final class MessageConnection {
  /// The connection's descriptor number; libzmq may have closed the descriptor since.
  public let descriptor: Int32
  /// An identifier of the connection, equal for all its messages and unique while any object with
  /// it is kept.
  ///
  /// It is the address of libzmq's metadata of the connection, which live as long as one of its
  /// messages.
  public let mark: UInt
  /// The name that an `Authenticator` gave to the connection; nil without one.
  public let userID: String?
  /// Keeps `mark` from being reused.
  private let frame: Frame

  init?(_ frame: consuming Frame) {
    guard let descriptor = frame.property(Self.property).flatMap({ Int32($0) }),
      let mark = frame.address(ofProperty: Self.property)
    else { return nil }
    self.descriptor = descriptor
    userID = frame.userID
    self.mark = mark
    self.frame = frame
  }

  /// The property that `ZMQ_SRCFD` reads.
  private static let property = "__fd"
}
