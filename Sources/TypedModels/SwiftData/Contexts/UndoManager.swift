#if SwiftData
  /// Undoes and redoes changes. Foundation has this class on Apple's systems only.
  ///
  /// ```swift
  /// context.undoManager = UndoManager()
  /// trip.name = "Oslo"
  /// context.undoManager?.undo()
  /// ```
  open class UndoManager {
    private var undoStack: [[() -> Void]] = []
    private var redoStack: [[() -> Void]] = []
    private var openGroups = 0
    private var phase = Phase.changing

    private enum Phase {
      case changing, undoing, redoing
    }

    /// Creates a manager without steps.
    public init() {}

    /// Whether there is a step to undo.
    public var canUndo: Bool { !undoStack.isEmpty }
    /// Whether there is a step to redo.
    public var canRedo: Bool { !redoStack.isEmpty }
    /// Whether a step is being undone.
    public var isUndoing: Bool { phase == .undoing }
    /// Whether a step is being redone.
    public var isRedoing: Bool { phase == .redoing }
    /// The maximum number of steps, or 0 for no limit.
    open var levelsOfUndo = 0

    /// Registers a closure that undoes a change.
    open func registerUndo<Target: AnyObject>(
      withTarget target: Target,
      handler: @escaping (Target) -> Void
    ) {
      let step = { handler(target) }
      switch phase {
      case .undoing: redoStack[redoStack.count - 1].append(step)
      case .redoing: undoStack[undoStack.count - 1].append(step)
      case .changing:
        redoStack = []
        if openGroups > 0, !undoStack.isEmpty {
          undoStack[undoStack.count - 1].append(step)
        } else {
          undoStack.append([step])
        }
        if levelsOfUndo > 0, undoStack.count > levelsOfUndo { undoStack.removeFirst() }
      }
    }

    /// Starts a step: the changes until the end of the group are undone together.
    open func beginUndoGrouping() {
      if openGroups == 0 { undoStack.append([]) }
      openGroups += 1
    }

    open func endUndoGrouping() {
      openGroups = max(0, openGroups - 1)
      if openGroups == 0, undoStack.last?.isEmpty ?? false { undoStack.removeLast() }
    }

    open func undo() {
      guard phase == .changing, let steps = undoStack.popLast() else { return }
      phase = .undoing
      redoStack.append([])
      for step in steps.reversed() { step() }
      phase = .changing
    }

    open func redo() {
      guard phase == .changing, let steps = redoStack.popLast() else { return }
      phase = .redoing
      undoStack.append([])
      for step in steps.reversed() { step() }
      phase = .changing
    }

    open func removeAllActions() {
      undoStack = []
      redoStack = []
    }
  }
#endif
