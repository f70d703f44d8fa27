/// The connection that a message came through.
public final class MessageConnection {
  /// The number of the connection's descriptor, which libzmq may have closed since.
  public let descriptor: Int32
  /// The same for all messages of the connection, and for those of no other one as long as an
  /// object with it is kept.
  ///
  /// It is where libzmq keeps what it knows of the connection, which lasts as long as one of its
  /// messages does.
  public let mark: UInt
  /// Keeps `mark` from being used again.
  private let frame: Frame

  init?(_ frame: consuming Frame) {
    guard let descriptor = frame.property(Self.property).flatMap({ Int32($0) }),
      let mark = frame.address(ofProperty: Self.property)
    else { return nil }
    self.descriptor = descriptor
    self.mark = mark
    self.frame = frame
  }

  /// What `ZMQ_SRCFD` reads.
  private static let property = "__fd"
}
