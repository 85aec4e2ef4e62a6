"""A law of one's own in Python: the hand goes straight to the target, by the generalized Jacobian.

    freefloat run standing_target.yaml --set control.law=straight.py

The question has the names of freefloat_law.h. An exception holds the robot, with its words in the message.
"""
import math

GAIN = 2.0  # 1/s
MOST_SPEED = 0.1  # m/s


def law(q):
    # Hand velocity wanted: towards the target, and with it. The momentum moves the hand, too: what the joints have to do
    # is the rest.
    v = [GAIN * (target - hand) for target, hand in zip(q.target_m, q.hand_m)]
    slower = min(1.0, MOST_SPEED / max(math.hypot(*v), 1e-9))
    v = [slower * v[i] + q.target_m_s[i] - q.mass_centre_m_s[i] - q.hand_by_momentum[i] * q.angular_momentum_nms
         for i in range(2)]

    # Smallest joint rates that do it: J^T (J J^T)^-1 v.
    x, y = q.jacobian_m
    a, b, d = sum(j * j for j in x), sum(j * k for j, k in zip(x, y)), sum(k * k for k in y)
    determinant = a * d - b * b
    if determinant < 1e-8:
        raise ValueError("the arm is singular")
    along_x, along_y = (d * v[0] - b * v[1]) / determinant, (a * v[1] - b * v[0]) / determinant
    return [j * along_x + k * along_y for j, k in zip(x, y)]
