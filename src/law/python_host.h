#pragma once

namespace freefloat {

/// What Python runs beside the user's file: loads its function `law`, and answers requests with it. Layouts
/// as in law_message.h. The question is an object with the names of freefloat_law.h; lists of joints have n
/// values.
inline constexpr const char* kPythonHost = R"python(
import os, runpy, socket, struct, sys, time, traceback, types

N = 6
FIELDS = [("time_s", 1), ("period_s", 1), ("max_joint_rate_rad_s", 1), ("annulus_m", 2), ("attitude_rad", 1),
          ("joints_rad", N), ("joint_rates_rad_s", N), ("mass_centre_m", 2), ("mass_centre_m_s", 2),
          ("angular_momentum_nms", 1), ("hand_m", 2), ("hand_m_s", 2), ("target_m", 2), ("target_m_s", 2),
          ("jacobian_x", N), ("jacobian_y", N), ("hand_by_momentum", 2)]
REQUEST = struct.Struct("=Q4I%dd" % sum(count for _, count in FIELDS))
REPLY = struct.Struct("=Qiid%dd256s" % N)
ANSWERS, READY, REFUSES = 0, 1, 2


def question_of(values):
    _, joints, begins, moving = values[1:5]
    question = types.SimpleNamespace(joint_count=joints, begins=bool(begins), moving=bool(moving))
    at = 5
    for name, count in FIELDS:
        part = values[at:at + count]
        setattr(question, name, part[0] if count == 1 else list(part[:joints] if count == N else part))
        at += count
    question.jacobian_m = [question.jacobian_x, question.jacobian_y]
    return question


def last_line(error):
    frames = traceback.extract_tb(error.__traceback__)
    place = " (line %d of %s)" % (frames[-1].lineno, os.path.basename(frames[-1].filename)) if frames else ""
    return "%s: %s%s" % (type(error).__name__, error, place)


def reply(link, number, status, cost=0.0, rates=(), text=""):
    rates = list(rates) + [0.0] * (N - len(rates))
    link.send(REPLY.pack(number, status, -1, cost, *rates, text.encode()[:255]))


def answer(law, question):
    rates = [float(rate) for rate in law(question)]
    if len(rates) != question.joint_count:
        raise ValueError("law() returned %d rates for %d joints" % (len(rates), question.joint_count))
    return rates


def main():
    file, descriptor = sys.argv[1:3]
    link = socket.socket(fileno=int(descriptor))
    try:
        law = runpy.run_path(file)["law"]
    except KeyError:
        return reply(link, 0, REFUSES, text="it defines no function law(question)")
    except BaseException as error:
        return reply(link, 0, REFUSES, text=last_line(error))
    reply(link, 0, READY)
    try:
        serve(link, law)
    except ConnectionError:
        pass  # nobody asks any more


def serve(link, law):
    while data := link.recv(REQUEST.size):
        values = REQUEST.unpack(data)
        begin = time.perf_counter()
        try:
            rates = answer(law, question_of(values))
        except Exception as error:
            reply(link, values[0], REFUSES, text=last_line(error))
        else:
            reply(link, values[0], ANSWERS, time.perf_counter() - begin, rates)


main()
)python";

}  // namespace freefloat
