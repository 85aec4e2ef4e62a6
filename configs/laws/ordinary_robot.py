"""What an ordinary robot does: a PD law on joint angles that its satellite, were it held, would need.

    freefloat run standing_target.yaml --set control.law=ordinary_robot.py

The joints go to where the hand would be on the target if nothing gave way. The satellite turns meanwhile, so the goal
runs away: the comparison that the generalized Jacobian is for. Two joints; lengths from configs/robots/yoshida_umetani.yaml.
"""
import math

LINKS_M = (0.35, 0.35)
GAIN = 1.5  # 1/s

goal = None


def first_joint(question):
    """Position of joint 1, by the hand and the joint angles."""
    a, (q1, q2) = question.attitude_rad, question.joints_rad
    x = question.hand_m[0] - LINKS_M[0] * math.cos(a + q1) - LINKS_M[1] * math.cos(a + q1 + q2)
    y = question.hand_m[1] - LINKS_M[0] * math.sin(a + q1) - LINKS_M[1] * math.sin(a + q1 + q2)
    return x, y


def law(question):
    global goal
    if question.begins:
        x, y = first_joint(question)
        dx, dy = question.target_m[0] - x, question.target_m[1] - y
        cosine = (dx * dx + dy * dy - LINKS_M[0] ** 2 - LINKS_M[1] ** 2) / (2 * LINKS_M[0] * LINKS_M[1])
        if abs(cosine) > 1:
            raise ValueError("out of reach")
        q2 = math.copysign(math.acos(cosine), question.joints_rad[1])
        to_target = math.atan2(dy, dx) - question.attitude_rad
        q1 = to_target - math.atan2(LINKS_M[1] * math.sin(q2), LINKS_M[0] + LINKS_M[1] * math.cos(q2))
        turn = math.remainder(q1 - question.joints_rad[0], math.tau)
        goal = (question.joints_rad[0] + turn, q2)
    return [GAIN * (g - q) for g, q in zip(goal, question.joints_rad)]
