import NavBase

extension PagerSettings {
  /// Reads the settings of a pager.
  ///
  /// - Parameters:
  ///   - fields: the map of the pager.
  ///   - implied: the transition to use if none is given.
  /// - Throws: a fault if settings contradict each other.
  init(
    _ fields: SceneFields,
    transition implied: Transition? = nil
  ) throws(ContentError) {
    self.init()
    transition = try fields.choice("transition") ?? implied
    axis = try fields.choice("axis", \.name)
    spacing = try fields.number("spacing", in: 0...PagerStyle.spacingLimit)
    spine = try fields.choice("spine", \.name)
    isDoubleSided = try fields.flag("double_sided")
    header = try fields.choice("header", \.name)
    start = try fields.number("start", in: 1...SceneFile.Limits().numberedPages)
    hasDots = try fields.flag("dots")
    flickPages = try fields.number("flick_pages", in: 1...SceneFile.Limits().numberedPages)
    // With an invalid transition, combinations are not checked.
    guard transition != nil || fields["transition"] == nil else { return }
    let wrong: (keys: [String], transition: Transition) =
      transition == .curl
      ? (["axis", "spacing", "dots", "flick_pages"], .slide)
      : transition == .immediate
        ? (["axis", "spacing", "dots", "flick_pages", "spine", "double_sided"], .slide)
        : (["spine", "double_sided"], .curl)
    if let key = wrong.keys.first(where: { fields[$0] != nil }) {
      let fault = fields.fault(
        "'\(key)' does not go with this transition: take it out, or write transition: "
          + (["spine", "double_sided"].contains(key) ? "curl" : "slide"),
        at: key
      )
      try fields.source.report(fault)
    }
    // A book with its spine in the middle has pages on both sides of its leaves (PC-3).
    if spine == .mid, isDoubleSided == false {
      let fault = fields.fault(
        "a book with its spine in the middle is double-sided: take 'double_sided' out",
        at: "double_sided"
      )
      try fields.source.report(fault)
    }
  }
}
