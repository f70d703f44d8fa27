/// The passing state of a session, neither stored nor numbered: it ends with its viewers.
struct PassingState: Sendable {
  var pan = PanHold()
  var pointers = Pointers()
}
