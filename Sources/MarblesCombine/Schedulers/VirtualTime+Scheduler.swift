import Marbles

// What a scheduler in virtual time needs of its time; the arithmetic is the time's own.
extension VirtualDuration: SchedulerTimeIntervalConvertible {}
